import type { Scope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { newSecret } from '../../ids.ts'
import { insertRow } from '../../records/rows.ts'
import { hashToken } from '../../secret/seal.ts'
import type { Tx } from '../../storage/database.ts'
import { DAY_MS, later, SECOND_MS, unixTime } from '../../times.ts'
import { scopeText } from '../scope.ts'

export const ACCESS_SECONDS = 7200
const REFRESH_DAYS = 30

/** The token response of the specification, with its fields in this order. */
export interface TokenAnswer {
  access_token: string
  token_type: 'Bearer'
  /** Seconds until the expiry. */
  expires_in: number
  refresh_token: string
  /** Underscore names, separated by spaces. */
  scope: string
  /** Unix time in seconds. */
  created_at: number
}

interface Issue {
  workspace_id: string
  grant_id: string
  scopes: Scope[]
  /** The scopes that the person currently has: others return with the role. */
  named: Scope[]
  resource: string
}

/** A new pair of tokens of a grant. */
export async function issueTokens(tx: Tx, { now }: Context, issue: Issue): Promise<TokenAnswer> {
  const { workspace_id, grant_id, scopes, named, resource } = issue
  const created_at = now()
  const access_token = newSecret('hr_at_')
  const refresh_token = newSecret('hr_rt_')
  const own = { workspace_id, grant_id, created_at }
  await insertRow(tx, 'oauth_access_tokens', {
    ...own,
    token_hash: hashToken(access_token),
    scopes,
    resource,
    expires_at: later(created_at, ACCESS_SECONDS * SECOND_MS),
  })
  await insertRow(tx, 'oauth_refresh_tokens', {
    ...own,
    token_hash: hashToken(refresh_token),
    expires_at: later(created_at, REFRESH_DAYS * DAY_MS),
  })
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_token,
    scope: scopeText(named),
    created_at: unixTime(created_at),
  }
}
