import type { z } from 'zod'
import { createRateLimiter, type RateLimiter } from './access/rate-limits.ts'
import { CONTACT_RIGHTS, rightsOf, SYSTEM_RIGHTS, USER_RIGHTS, VISITOR_RIGHTS } from './access/rights.ts'
import { createTokens } from './access/tokens.ts'
import type { Audience, Caller } from './caller.ts'
import { type ChangeWatch, createChangeWatch } from './changes/watch.ts'
import type { Context } from './context.ts'
import { createAlarm } from './emails/alarm.ts'
import type { MailFigures } from './emails/figures/figures.ts'
import { readMailMetrics } from './emails/figures/read.ts'
import { createTransport, type MailOptions } from './emails/transport.ts'
import { findCancelledByToken } from './enrollments/token/cancelled-links.ts'
import { AppError, notFound } from './errors.ts'
import { openContents } from './files/content/open.ts'
import { moveContents } from './files/move-contents.ts'
import { createImages } from './images/images.ts'
import { createTableFiles } from './imports/table/thread/table-files.ts'
import { createBackground } from './instance/background.ts'
import { startWorkers } from './instance/start-workers.ts'
import { startUpkeep, type Upkeep } from './instance/upkeep.ts'
import { invoke } from './operation/invoke.ts'
import type { Operation } from './operation/operation.ts'
import { createGuard, targetRules } from './outbound/guard.ts'
import type { Resolver } from './outbound/names/resolver.ts'
import { findRole } from './people/members/store.ts'
import { createPasswordTurns } from './people/passwords.ts'
import { openSession, type SignedInSession } from './people/sign-in/open-session.ts'
import { findByAccessToken } from './player/store.ts'
import { requireInstanceSecret } from './secret/canary.ts'
import { createSealer } from './secret/seal.ts'
import { secretOf } from './secret/secret.ts'
import type { Settings } from './settings.ts'
import type { Database } from './storage/database.ts'
import { type OpenOptions, openDatabase } from './storage/open.ts'
import { requireNoLeftovers } from './storage/sqlite/leftovers.ts'
import { isoClock, MINUTE_MS } from './times.ts'
import { createTurns } from './turns/turns.ts'
import { MAX_CONCURRENCY } from './webhooks/endpoint.ts'
import type { DeliveryFigures } from './webhooks/figures/figures.ts'
import { readDeliveryFigures } from './webhooks/figures/read.ts'
import { createDeliveryWatch, type DeliveryWatcher } from './webhooks/figures/watch.ts'
import { createSender } from './webhooks/sending/send.ts'
import { BUILT_IN_PLANS, NO_PLAN, type Plan, SELF_HOSTED_PLAN } from './workspaces/plans.ts'
import { forgetAllSlots } from './workspaces/quotas/slots.ts'
import { findWorkspace } from './workspaces/store.ts'

export interface HandrailOptions extends OpenOptions {
  /** The address of the instance, for links. `http://localhost:3000` when not given. */
  publicUrl?: string
  /**
   * At least 32 characters of high entropy: it encrypts webhook secrets and signs cursors. For an SQLite file it may be
   * left out; it is then kept beside it, as `<database>.key`.
   */
  secret?: string
  /** Plans beside the built-in one, by name. */
  plans?: Readonly<Record<string, Plan>>
  /** The clock; the system's when not given. */
  now?: (() => Date) | undefined
  /** Who may be sent deliveries. Public addresses alone when not given; on an instance on localhost, receivers there too. */
  webhooks?: {
    /** Ranges that are allowed although they are not public: `10.0.0.0/8`. */
    allowedRanges?: readonly string[]
    /** How names of receivers are looked up; by the hosts file and the machine's name servers when not given. What is found is checked in any case. */
    resolve?: Resolver
    /** A proxy (HTTP CONNECT) through which all deliveries go; it then has to refuse what leads into a private network. */
    proxy?: string | undefined
    /** Sends what is due in the background. True when not given. */
    deliver?: boolean
  }
  /**
   * Where what people upload lies: a folder, made with the first upload, or a bucket of a service with the protocol of S3,
   * `s3://bucket/prefix?endpoint=https://minio.example.com&region=eu-central-1`. Several processes on one database need one
   * that all of them see. Beside an SQLite file it is the folder `files` when not given; on PostgreSQL nothing can be uploaded
   * without it.
   */
  files?: string
  /** The mail server; without one, mail is kept in the outbox for people to pass on. */
  mail?: MailOptions & {
    /** Sends what is due in the background. True when not given. */
    send?: boolean
  }
  /** How many days events and deliveries are kept; 30 when not given. */
  eventDays?: number
  /** Goes on with imports in the background, and with moves to other versions of guides. True when not given. */
  imports?: boolean
  /** The most that a video of a guide may have; 500 MiB when not given. */
  maxVideoBytes?: number
  /** Expires enrollments, reminds contacts, forgets old keys and sweeps up files in the background. True when not given. */
  upkeep?: boolean
  /** Called with failures in the background, which have no caller to go to. */
  onError?: (error: unknown) => void
}

/** Operations bound to a caller. */
export interface Bound {
  readonly context: Context
  /** @throws AppError as the closed table of error codes says */
  invoke<I extends z.ZodObject, O extends z.ZodType>(
    operation: Operation<I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>>
}

/** The whole product, without HTTP. */
export interface Handrail {
  readonly settings: Settings
  readonly rateLimiter: RateLimiter
  /** For reads about the instance rather than a workspace. */
  readonly database: Database
  /** Acts as the operator: in a workspace with all rights, or without one for what concerns the instance. */
  asSystem(workspace_id?: string): Promise<Bound>
  /** Acts as a member of a workspace, with the rights of the role. @throws AppError `not_found` when it is none */
  asMember(workspace_id: string, user_id: string, session_id?: string): Promise<Bound>
  /** Acts as a person on their own account, through one of their sessions. */
  asUser(user_id: string, session_id: string): Bound
  /**
   * Acts as somebody who has not signed in.
   * @param address the network address, by which attempts are counted
   * @param forwarder who named that address, where it is not known to tell the truth: attempts count for it, too
   */
  asVisitor(address: string, forwarder?: string): Bound
  /**
   * Whose session a browser holds; undefined when it has ended.
   * @param isUse whether the person does something with it, which is written down: true when not given
   */
  session(token: string, isUse?: boolean): Promise<SignedInSession | undefined>
  /**
   * Calls back after commits, of any process, with the ids of the workspaces in which something has happened and of the people
   * whose roles or sessions have changed; without where it is not known which. It may be lost: whoever watches also looks now
   * and then.
   * @returns stops
   */
  watchChanges: ChangeWatch['add']
  /** Acts as the contact whose enrollment has, or had, this access token, in that alone. @throws AppError `not_found` */
  asContact(access_token: string): Promise<Bound>
  /**
   * The context of whoever holds a bearer token, at the endpoint where it is shown: `rest` when not given.
   * @throws AppError `invalid_token`, `token_expired`, `forbidden`
   */
  authenticate(token: string, audience?: Audience): Promise<Context>
  /**
   * Resolves when the database answers, and what is to be sent has been sent within the last minute.
   * @throws AppError `unavailable`, or the driver's error
   */
  ping(): Promise<void>
  /** How many deliveries wait, and for how long, and how the webhook endpoints are. */
  deliveryFigures(): Promise<DeliveryFigures>
  /** How much mail waits, and for how long, and how much did not arrive. */
  mailFigures(): Promise<MailFigures>
  /** Tells what this process does with deliveries, as it happens. */
  watchDeliveries(watcher: DeliveryWatcher): void
  /** Does now what is otherwise done in the background every few seconds. */
  upkeep(): Promise<void>
  /** Finishes what is running, then closes the database. */
  close(): Promise<void>
}

/**
 * Opens a database, brings it up to date, and gives the whole product over it.
 *
 * ```ts
 * const handrail = await createHandrail({ database: './handrail.db' })
 * ```
 * @throws AppError `unavailable` when the database cannot be used, with a sentence that says why
 */
// Long because it lists the parts of the product in the order in which they are opened.
export async function createHandrail(options: HandrailOptions): Promise<Handrail> {
  requireNoLeftovers(options)
  const secret = secretOf(options)
  const sealer = createSealer(secret)
  const contents = await openContents(options)
  const database = await openDatabase(options).catch(async (error) => {
    await contents.close()
    throw error
  })
  try {
    await requireInstanceSecret(database, sealer)
    await moveContents(database, contents)
    if (!database.isShared && options.upkeep !== false) await database.write(forgetAllSlots)
  } catch (error) {
    await contents.close()
    await database.close()
    throw error
  }
  const clock = options.now ?? (() => new Date())
  const now = isoClock(clock)
  const plans: Settings['plans'] = { ...options.plans, ...BUILT_IN_PLANS }
  const publicUrl = (options.publicUrl ?? 'http://localhost:3000').replace(/\/$/, '')
  const eventDays = options.eventDays ?? EVENT_DAYS
  const maxVideoBytes = options.maxVideoBytes ?? VIDEO_BYTES
  const posting = { sendsMail: options.mail !== undefined, mailFrom: options.mail?.from ?? null }
  const settings: Settings = { publicUrl, plans, ...posting, eventDays, maxVideoBytes }
  const tokens = createTokens(database, { settings, now })
  const guard = createGuard(targetRules(settings.publicUrl, options.webhooks?.allowedRanges), options.webhooks?.resolve)
  const sender = createSender({ guard, connections: MAX_CONCURRENCY, proxy: options.webhooks?.proxy })
  const onError = options.onError ?? (() => undefined)
  const background = createBackground(onError)
  const rateLimiter = createRateLimiter(database, () => clock().getTime())
  const readers = { images: createImages(), tableFiles: createTableFiles() }
  const turns = { passwordTurns: createPasswordTurns(), exportTurns: createTurns(EXPORTS_AT_ONCE) }
  const services = { sealer, settings, tokens, rateLimiter, guard, sender, contents, background, ...turns, ...readers }
  const contextOf = (caller: Caller): Context => ({ caller, store: database, ...services, now })
  const instance: Caller = {
    kind: 'system',
    id: 'system',
    workspace_id: '',
    rights: SYSTEM_RIGHTS,
    plan: BUILT_IN_PLANS[SELF_HOSTED_PLAN],
  }
  const every = options.upkeep === false ? undefined : UPKEEP_MS
  const transport = options.mail && createTransport(options.mail, onError)
  const alarm = createAlarm({ database, transport, from: posting.mailFrom, publicUrl })
  const upkeep: Upkeep = startUpkeep(contextOf(instance), { every, alarm, onError })
  const watch = createDeliveryWatch()
  const changeWatch = createChangeWatch(database)
  const sending = { context: contextOf(instance), database, transport, watch, onError }
  const workers = startWorkers(options, sending)

  return {
    settings,
    database,
    rateLimiter,
    async asSystem(workspace_id) {
      if (workspace_id === undefined) return bind(contextOf(instance))
      const workspace = await database.read((reader) => findWorkspace(reader, workspace_id))
      if (!workspace) throw notFound()
      return bind(contextOf({ ...instance, workspace_id, plan: plans[workspace.plan] ?? NO_PLAN }))
    },
    async asMember(workspace_id, user_id, session_id) {
      const found = await database.read(async (reader) => ({
        workspace: await findWorkspace(reader, workspace_id),
        role: await findRole(reader, workspace_id, user_id),
      }))
      if (!found.workspace || found.role === undefined) throw notFound()
      const plan = plans[found.workspace.plan] ?? NO_PLAN
      const member = { id: user_id, workspace_id, rights: rightsOf(found.role), plan }
      return bind(contextOf({ kind: 'member', ...member, ...(session_id && { session_id }) }))
    },
    async asContact(access_token) {
      const found = await database.read(
        async (reader) =>
          (await findByAccessToken(reader, access_token)) ?? (await findCancelledByToken(reader, access_token)),
      )
      if (!found) throw notFound()
      const { id, workspace_id } = found
      const plan = plans[found.plan] ?? NO_PLAN
      return bind(contextOf({ kind: 'contact', id, workspace_id, rights: CONTACT_RIGHTS, plan }))
    },
    asUser: (id, session_id) =>
      bind(contextOf({ kind: 'user', id, session_id, workspace_id: '', rights: USER_RIGHTS, plan: NO_PLAN })),
    asVisitor(address, forwarder) {
      const visitor = { kind: 'visitor', id: address, workspace_id: '', rights: VISITOR_RIGHTS, plan: NO_PLAN } as const
      return bind(contextOf({ ...visitor, ...(forwarder !== undefined && { forwarder }) }))
    },
    session: (token, isUse = true) => openSession(database, token, { at: now(), isUse }),
    watchChanges: changeWatch.add,
    authenticate: async (token, audience = 'rest') => contextOf(await tokens.authenticate(token, audience)),
    async ping() {
      await database.read((reader) => findWorkspace(reader, ABSENT))
      database.requireInPlace()
      const silent = workers.sinceRun()
      if (silent > MINUTE_MS)
        throw new AppError(
          'unavailable',
          `Nothing was sent for ${Math.round(silent / 1000)} seconds. See the log for the reason`,
        )
    },
    deliveryFigures: () => readDeliveryFigures(database, now()),
    mailFigures: () => readMailMetrics(database, now()),
    watchDeliveries: watch.add,
    upkeep: upkeep.run,
    async close() {
      await upkeep.stop()
      await background.close()
      await workers.stop()
      await sender.close()
      transport?.close()
      tokens.close()
      readers.images.close()
      await contents.close()
      await database.close()
    },
  }
}

/** Beside two that read, others hardly come any later than they would. */
const EXPORTS_AT_ONCE = 2
const UPKEEP_MS = 10_000
const EVENT_DAYS = 30
const VIDEO_BYTES = 500 * 1024 ** 2
const ABSENT = '00000000-0000-0000-0000-000000000000'

function bind(context: Context): Bound {
  return { context, invoke: async (operation, input) => (await invoke(operation, context, input)).value }
}
