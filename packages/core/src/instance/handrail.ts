import type { RateLimiter } from '../access/rate-limits.ts'
import type { Audience } from '../caller.ts'
import type { ChangeReading } from '../changes/reading.ts'
import type { Context } from '../context.ts'
import type { MailFigures } from '../emails/figures/figures.ts'
import type { Subscription } from '../events/event.ts'
import type { Feed, FeedHandler, FeedOptions } from '../events/feeds/options.ts'
import type { Listeners } from '../events/listener.ts'
import type { InstanceFigures } from '../inspection/figures/figures.ts'
import type { SignedInSession } from '../people/sign-in/open-session.ts'
import type { MailReceipt } from '../replies/receive.ts'
import type { Settings } from '../settings.ts'
import type { ConnectionFigures, Database } from '../storage/database.ts'
import type { DeliveryFigures } from '../webhooks/figures/figures.ts'
import type { DeliveryWatcher } from '../webhooks/figures/watch.ts'
import type { Bound } from './bound.ts'

/** An instance of the product, without HTTP. */
export interface Handrail {
  readonly settings: Settings
  /** @internal */
  readonly rateLimiter: RateLimiter
  /** @internal For reads about the instance instead of a workspace. */
  readonly database: Database
  /** Acts as the operator: in a workspace with all rights, or without one for operations on the instance. */
  asSystem(workspace_id?: string): Promise<Bound>
  /** Acts as a member of a workspace, with the rights of the role. @throws AppError `not_found` when it is none */
  asMember(workspace_id: string, user_id: string, session_id?: string): Promise<Bound>
  /** Acts as a person on their own account, through one of their sessions. */
  asUser(user_id: string, session_id: string): Bound
  /**
   * Acts as a visitor who is not signed in.
   * @param address the network address, by which attempts are counted
   * @param forwarder the proxy that sent that address, if it is not trusted: attempts count for it, too
   */
  asVisitor(address: string, forwarder?: string): Bound
  /**
   * The session of a token; undefined if it has ended.
   * @param isUse whether the session is used, which is recorded; defaults to true
   */
  session(token: string, isUse?: boolean): Promise<SignedInSession | undefined>
  /**
   * Calls back after commits of any process, with the ids of the workspaces with changes and of the people whose roles
   * or sessions have changed; without ids if these are unknown. Notifications can be lost, so listeners also poll
   * occasionally.
   * @returns a function that stops listening
   */
  watchChanges(listener: (ids?: ReadonlySet<string>) => void): () => void
  /** @internal The changes of a workspace, read once for all that are open. The caller closes it. */
  openChanges(workspace_id: string): ChangeReading
  /**
   * Calls a listener after each commit of this process with an event of this type, in the order of the commits. Errors of
   * listeners are given to `onError`. A process that ends has called back for no later commit: use `feed` for events that must
   * not be missed, and for those of other processes.
   * @returns a function that ends it, as `off` and the signal do
   */
  on: Listeners['on']
  /** Ends what `on` began. */
  off: Listeners['off']
  /**
   * Handles each event of all processes at least once, in the order in which they were written. The position is stored under the
   * name of the feed; one process at a time handles a feed, and another one continues when it ends.
   * @throws AppError `conflict` if events were deleted since the feed was read last: they are kept for `eventDays`
   */
  feed<S extends Subscription = Subscription>(
    name: string,
    options: FeedOptions<S>,
    handler: FeedHandler<S>,
  ): Promise<Feed>
  /** Acts as the contact of the enrollment that has, or had, this access token, in that enrollment only. @throws AppError `not_found` */
  asContact(access_token: string): Promise<Bound>
  /**
   * Acts as the bearer of an API key or an access token, at an endpoint which defaults to `rest`.
   * @throws AppError `invalid_token`, `token_expired`, `forbidden`
   */
  asToken(token: string, audience?: Audience): Promise<Bound>
  /** @internal The context of `asToken`. */
  authenticate(token: string, audience?: Audience): Promise<Context>
  /**
   * Resolves if the database answers and the workers have sent within the last minute.
   * @throws AppError `unavailable`, or the driver's error
   */
  ping(): Promise<void>
  /** The number of waiting deliveries, the age of the oldest, and the health of webhook endpoints. */
  deliveryFigures(): Promise<DeliveryFigures>
  /** Figures of all workspaces, of the database and of its backups. They are sums over all workspaces: do not read them often. */
  instanceFigures(): Promise<InstanceFigures>
  /** @internal How the connections of this process to the database are used. */
  connectionFigures(): ConnectionFigures
  /** @internal Bytes that are free for the SQLite file, and for uploads in a folder; without a value for what is elsewhere. */
  freeSpace(): Promise<{ database?: number; files?: number }>
  /** Whether there is a mail server. */
  sendsMail(): Promise<boolean>
  /** The number of waiting and failed mails, and the age of the oldest. */
  mailFigures(): Promise<MailFigures>
  /** The port at which mail is received, if there is a listener. */
  readonly replyPort: number | undefined
  /** Whether the mailbox for replies cannot be read; undefined if there is none. */
  isReplyMailboxAway(): boolean | undefined
  /** Reports the mails that this process receives. */
  watchReplies(watcher: (receipt: MailReceipt) => void): void
  /** Reports the deliveries of this process as they happen. */
  watchDeliveries(watcher: DeliveryWatcher): void
  /** Runs the periodic background work once. */
  upkeep(): Promise<void>
  /** Finishes running work, then closes the database. */
  close(): Promise<void>
}
