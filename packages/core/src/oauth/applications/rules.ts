import type { Context } from '../../context.ts'
import { validationError } from '../../errors.ts'
import { type FieldErrors, fieldError } from '../../field-errors.ts'
import type { StoredKeys } from '../../storage/tables/oauth-clients.ts'
import { fetchKeys } from '../clients/client-keys.ts'

interface Fields {
  type: 'confidential' | 'public'
  client_credentials_role: string | null
  jwks: StoredKeys | null
  jwks_uri: string | null
}

/** Checks the fields of an application that depend on each other. @throws AppError `validation_error` */
export function requireConsistent(fields: Fields): void {
  const { type, client_credentials_role, jwks, jwks_uri } = fields
  const forConfidential = fieldError('wrong_state', 'is for confidential applications: a public one proves no identity')
  const problems: FieldErrors = {
    ...(type === 'public' && client_credentials_role !== null && { client_credentials_role: forConfidential }),
    ...(type === 'public' && jwks !== null && { jwks: forConfidential }),
    ...(type === 'public' && jwks_uri !== null && { jwks_uri: forConfidential }),
  }
  if (Object.keys(problems).length > 0) throw validationError(problems)
}

/** Checks that people or the application itself can get tokens. @throws AppError `validation_error` */
export function requireReachable(application: {
  redirect_uris: readonly string[]
  client_credentials_role: string | null
}): void {
  if (application.redirect_uris.length > 0 || application.client_credentials_role !== null) return
  const text = "can't be empty, unless the application gets tokens for itself"
  throw validationError({ redirect_uris: fieldError('empty', text) })
}

interface GivenKeys {
  jwks?: StoredKeys | null | undefined
  jwks_uri?: string | null | undefined
}

interface KeyColumns {
  jwks: StoredKeys | null
  jwks_uri: string | null
  fresh_until: string | null
}

/**
 * The columns for the keys that are given; those at an address are fetched, so this is not for transactions.
 * @returns undefined if none are given
 * @throws AppError `validation_error`
 */
export async function keyColumns(context: Context, { jwks, jwks_uri }: GivenKeys): Promise<KeyColumns | undefined> {
  if (jwks === undefined && jwks_uri === undefined) return undefined
  if (jwks && jwks_uri) throw validationError({ jwks_uri: fieldError('not_together', 'cannot be combined with jwks') })
  if (!jwks_uri) return { jwks: jwks ?? null, jwks_uri: null, fresh_until: null }
  const { fetched, problem } = await fetchKeys(context, jwks_uri)
  if (fetched && problem === undefined) return { ...fetched, jwks_uri }
  throw validationError({ jwks_uri: fieldError('invalid', problem) })
}
