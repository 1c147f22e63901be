import type { RateLimiter } from './access/rate-limits.ts'
import type { Tokens } from './access/tokens.ts'
import type { Caller } from './caller.ts'
import type { ChangeReading } from './changes/reading.ts'
import type { Mail } from './emails/server/mail.ts'
import type { ContentStore } from './files/content/content-store.ts'
import type { Images } from './images/images.ts'
import type { TableFiles } from './imports/table/process/table-files.ts'
import type { Background } from './instance/background.ts'
import type { Tally } from './operation/tally.ts'
import type { Guard } from './outbound/guard.ts'
import type { Sealer } from './secret/seal.ts'
import type { Settings } from './settings.ts'
import type { Store } from './storage/database.ts'
import type { Turns } from './turns/turns.ts'
import type { Sender } from './webhooks/sending/send.ts'

/** Everything that a handler may use. */
export interface Context {
  readonly caller: Caller
  /** The network address of the request, if the connection or a declared proxy vouches for it. */
  readonly address?: string | undefined
  /** Of an operation for many records: its entries of the audit log, which count them. */
  readonly tally?: Tally
  readonly store: Store
  readonly sealer: Sealer
  readonly settings: Settings
  /** The mail server in effect. */
  readonly mail: Mail
  readonly tokens: Tokens
  readonly rateLimiter: RateLimiter
  /** The guard of outgoing connections, and the sender. */
  readonly guard: Guard
  readonly sender: Sender
  readonly background: Background
  /** The contents of uploaded files. */
  readonly contents: ContentStore
  readonly images: Images
  /** Turns of password checks. */
  readonly passwordTurns: Turns
  /** Turns of reading rows for archives. */
  readonly exportTurns: Turns
  /** Turns of the transactions of batches. */
  readonly batchTurns: Turns
  /** The idempotency key of a request of several transactions, each of which keeps its answer. */
  readonly keyed?: { readonly key: string; readonly fingerprint: string }
  /** Of an open line: the changes of its workspace, which all lines of this process share. */
  readonly changeReading?: ChangeReading
  /** The reader of tables in files. */
  readonly tableFiles: TableFiles
  /** The time, as an ISO 8601 UTC string with milliseconds. */
  now(): string
}
