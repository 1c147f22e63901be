import { newSecret } from '../../ids.ts'
import { hashToken, type Sealer } from '../../secret/seal.ts'
import type { EnrollmentRow } from '../store.ts'

/** How the access token of an enrollment, by which its contact follows the guide, is kept. */
export type KeptToken = Pick<EnrollmentRow, 'token_hash' | 'sealed_token'>

/** A new access token, as it is kept: a hash to find it by, and sealed to show it. */
export function newToken(sealer: Sealer): KeptToken {
  return keptToken(sealer, newSecret())
}

export function keptToken(sealer: Sealer, access_token: string): KeptToken {
  return { token_hash: hashToken(access_token), sealed_token: sealer.seal(access_token) }
}

/** The access token as people are shown it. */
export function tokenOf(sealer: Sealer, { token_hash, sealed_token }: KeptToken): string {
  return sealed_token === null ? token_hash : sealer.open(sealed_token)
}

/** The hash of the access token, also of one that is still kept as an earlier release did. */
export function tokenHashOf({ token_hash, sealed_token }: KeptToken): string {
  return sealed_token === null ? hashToken(token_hash) : token_hash
}
