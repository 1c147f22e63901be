import type { Context } from '../context.ts'
import { newToken } from '../enrollments/token/token.ts'

/** An address with a new secret, in its stored form: a hash to find it, and encrypted to show it. */
export function newAddress({ sealer }: Pick<Context, 'sealer'>): { token_hash: string; sealed_token: string } {
  const { token_hash, sealed_token } = newToken(sealer)
  return { token_hash, sealed_token: sealed_token ?? '' }
}

/** The address as its owner is shown it. */
export function shownAddress(
  { sealer, settings }: Pick<Context, 'sealer' | 'settings'>,
  calendar: { sealed_token: string; updated_at: string } | undefined,
) {
  if (!calendar) return { url: null, renewed_at: null }
  const url = `${settings.publicUrl}/calendars/${sealer.open(calendar.sealed_token)}.ics`
  return { url, renewed_at: calendar.updated_at }
}
