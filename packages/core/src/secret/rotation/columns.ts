import type { Tables } from '../../storage/tables/tables.ts'
import type { FormerSecret } from '../../storage/tables/webhooks.ts'

/** Encrypts one text anew. @returns the same text where it needs nothing */
type Reseal = (sealed: string) => string

/** A column with encrypted texts. */
export interface SealedColumn {
  table: keyof Tables
  /** The primary key. */
  key: readonly string[]
  column: string
  /** Where the encrypted texts are parts of the value. @param value as the database gives it */
  resealValue?: (value: unknown, reseal: Reseal) => unknown
  /** What a value has in it, where few have any. */
  having?: string
}

const BY_ID = ['workspace_id', 'id'] as const

/**
 * All columns with what was encrypted by the secret of the instance; a test compares them with the schema. Refresh tokens encrypt their
 * answers with a key of their own.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'users', key: ['id'], column: 'sealed_totp_secret' },
  { table: 'mail_servers', key: ['id'], column: 'sealed_password' },
  { table: 'webhook_endpoints', key: BY_ID, column: 'sealed_secret' },
  { table: 'webhook_endpoints', key: BY_ID, column: 'sealed_headers' },
  { table: 'webhook_endpoints', key: BY_ID, column: 'former_secrets', resealValue: resealFormer },
  { table: 'member_calendars', key: ['workspace_id', 'user_id'], column: 'sealed_token' },
  { table: 'contact_calendars', key: ['workspace_id', 'enrollment_id', 'person'], column: 'sealed_token' },
  { table: 'enrollments', key: BY_ID, column: 'sealed_token' },
  { table: 'participants', key: BY_ID, column: 'sealed_token' },
  { table: 'approvals', key: BY_ID, column: 'sealed_address' },
  { table: 'emails', key: BY_ID, column: 'sealed_message' },
  { table: 'idempotency_keys', key: ['workspace_id', 'credential_id', 'key'], column: 'sealed_answer' },
  { table: 'events', key: BY_ID, column: 'data', resealValue: resealEvent, having: '"sealed_fields":' },
]

function resealFormer(value: unknown, reseal: Reseal): unknown {
  // The column has this type.
  return (value as FormerSecret[]).map((former) => ({ ...former, sealed: reseal(former.sealed) }))
}

function resealEvent(value: unknown, reseal: Reseal): unknown {
  const { sealed_fields: sealed, ...fields } = JSON.parse(String(value))
  return typeof sealed === 'string' ? JSON.stringify({ ...fields, sealed_fields: reseal(sealed) }) : value
}
