import { Secret, TOTP } from 'otpauth'

/** Codes of the previous and next step are accepted too, because clocks differ (RFC 6238 section 5.2). */
const DRIFT_STEPS = 1
const SECRET_BYTES = 20

/** @returns a new shared secret in base32 (RFC 4226 section 4 asks for 160 bits) */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The URI for an authenticator app, usually as a QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** @returns the step of the code, or undefined */
export function totpStepOf(secret: string, code: string, at: string): number | undefined {
  const timestamp = Date.parse(at)
  const totp = totpOf(secret, '')
  const distance = totp.validate({ token: code, timestamp, window: DRIFT_STEPS })
  return distance === null ? undefined : totp.counter({ timestamp }) + distance
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Handrail', label, secret: Secret.fromBase32(secret), digits: 6, period: 30 })
}
