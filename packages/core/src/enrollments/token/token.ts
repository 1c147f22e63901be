import { newSecret } from '../../ids.ts'
import { hashToken, type Sealer } from '../../secret/seal.ts'
import type { EnrollmentRow } from '../store.ts'

/** The stored form of the access token of an enrollment. */
export type KeptToken = Pick<EnrollmentRow, 'token_hash' | 'sealed_token'>

/** A new access token in its stored form: a hash to find it, and encrypted to show it. */
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

/** The hash of the access token, also for one stored by an earlier release. */
export function tokenHashOf({ token_hash, sealed_token }: KeptToken): string {
  return sealed_token === null ? hashToken(token_hash) : token_hash
}
