import type { GivenMail } from './emails/server/mail.ts'
import type { Resolver } from './outbound/names/resolver.ts'
import type { ReplyOptions } from './replies/options.ts'
import type { OpenOptions } from './storage/open-options.ts'
import type { Plan } from './workspaces/plans.ts'

/** How an instance is opened. */
export interface HandrailOptions extends OpenOptions {
  /** The address of the instance, for links. Defaults to `http://localhost:3000`. */
  publicUrl?: string
  /**
   * At least 32 characters of high entropy: it encrypts webhook secrets and signs cursors. Optional for an SQLite
   * file; it is then stored beside the file, as `<database>.key`.
   */
  secret?: string
  /** The secret before, while data is encrypted anew with `secret`: see `handrail rotate-key` in the documentation on operations. */
  previousSecret?: string | undefined
  /** Plans by name, in addition to the built-in one. */
  plans?: Readonly<Record<string, Plan>>
  /** The clock; defaults to that of the system. */
  now?: (() => Date) | undefined
  /** The rules for receivers of deliveries. By default public addresses only; on an instance on localhost, receivers there too. */
  webhooks?: {
    /** Private ranges that are allowed: `10.0.0.0/8`. */
    allowedRanges?: readonly string[]
    /** The resolver of host names; defaults to the hosts file and the name servers of the machine. Its results are checked in any case. */
    resolve?: Resolver
    /** A proxy (HTTP CONNECT) for all deliveries; it then has to reject private networks. */
    proxy?: string | undefined
    /** Whether due deliveries are sent in the background. Defaults to true. */
    deliver?: boolean
  }
  /**
   * The store of uploaded files: a folder, created with the first upload, or a bucket of a service with the protocol
   * of S3, `s3://bucket/prefix?endpoint=https://minio.example.com&region=eu-central-1`. All processes of one database
   * need the same store. Defaults to the folder `files` beside an SQLite file; on PostgreSQL uploads are disabled
   * without it.
   */
  files?: string
  /** The mail server; without one, mail is kept in the outbox for members to pass on, or an owner sets one in the console. */
  mail?: GivenMail
  /** How replies to mail are received; without them, people reply in their browser. */
  replies?: ReplyOptions & {
    /** Whether replies are received by this instance. Defaults to true. */
    receive?: boolean
  }
  /** Number of days for which events and deliveries are kept; defaults to 30. */
  eventDays?: number
  /** Whether imports and moves to other versions run in the background. Defaults to true. */
  imports?: boolean
  /** Maximum size of a video of a guide; defaults to 500 MiB. */
  maxVideoBytes?: number
  /** Further hosts, with their subdomains, whose pages guides can embed. */
  embedHosts?: readonly string[] | undefined
  /** Whether upkeep runs in the background: expiry, reminders, deletion of old keys and unused files. Defaults to true. */
  upkeep?: boolean
  /** @internal How many processes share the processors of this machine: what takes a processor is divided. Defaults to 1. */
  processes?: number
  /**
   * Called with errors of background work, which has no caller, and of listeners and feeds of events: `about` names the event, and the
   * feed. By default they are written to stderr, a line of JSON each.
   */
  onError?: (
    error: unknown,
    about?: { feed?: string; event_id?: string; event?: string; workspace_id?: string },
  ) => void
}
