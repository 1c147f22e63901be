import { createRateLimiter } from './access/rate-limits.ts'
import { CONTACT_RIGHTS, rightsOf, SYSTEM_RIGHTS, USER_RIGHTS, VISITOR_RIGHTS } from './access/rights.ts'
import { createTokens } from './access/tokens.ts'
import type { Caller } from './caller.ts'
import { createChangeReadings } from './changes/reading.ts'
import { createChangeWatch } from './changes/watch.ts'
import type { Context } from './context.ts'
import { describeError, writeToStderr } from './describe-error.ts'
import { createAlarm } from './emails/alarm.ts'
import { readMailMetrics } from './emails/figures/read.ts'
import { createConnections } from './emails/server/connections.ts'
import { createMail } from './emails/server/mail.ts'
import { findCancelledByToken } from './enrollments/token/cancelled-links.ts'
import { AppError, notFound } from './errors.ts'
import { startFeed } from './events/feeds/feed.ts'
import type { Feed } from './events/feeds/options.ts'
import { createListeners } from './events/listeners.ts'
import { isBucketUrl } from './files/content/bucket/address.ts'
import { openContents } from './files/content/open.ts'
import { moveContents } from './files/move-contents.ts'
import { missingPrograms } from './foreign-files/programs.ts'
import { createReadings } from './foreign-files/readings.ts'
import { embedHostsWith } from './guides/embed-hosts.ts'
import { createImages } from './images/images.ts'
import { createTableFiles } from './imports/table/process/table-files.ts'
import { readInstanceFigures } from './inspection/figures/figures.ts'
import { readFreeSpace } from './inspection/free-space.ts'
import { createBackground } from './instance/background.ts'
import { bind } from './instance/bound.ts'
import type { Handrail } from './instance/handrail.ts'
import { startWorkers } from './instance/start-workers.ts'
import { startUpkeep, type Upkeep } from './instance/upkeep.ts'
import { HandrailOptionsShape } from './options/handrail-options.ts'
import { requireOptions } from './options/require-options.ts'
import type { HandrailOptions } from './options.ts'
import { createGuard, targetRules } from './outbound/guard.ts'
import { findRole } from './people/members/store.ts'
import { createPasswordTurns } from './people/passwords.ts'
import { openSession } from './people/sign-in/open-session.ts'
import { type FoundPerson, findByAccessToken } from './player/store.ts'
import { takeLease } from './queue/process-lease.ts'
import type { MailReceipt } from './replies/receive.ts'
import { startReplies } from './replies/start.ts'
import { type Keyring, openKeyring } from './secret/keyring.ts'
import { secretsOf } from './secret/secret.ts'
import type { Settings } from './settings.ts'
import { openDatabase, sqliteFileOf } from './storage/open.ts'
import { requireNoLeftovers } from './storage/sqlite/leftovers.ts'
import { requireUsablePath } from './storage/sqlite/usable-path.ts'
import { watchWrites } from './storage/writable.ts'
import { isoClock, MINUTE_MS } from './times.ts'
import { traceDatabase } from './tracing.ts'
import { createTurns } from './turns/turns.ts'
import { MAX_CONCURRENCY } from './webhooks/endpoint.ts'
import { knowRequests } from './webhooks/events/requests.ts'
import { readDeliveryFigures } from './webhooks/figures/read.ts'
import { createDeliveryWatch } from './webhooks/figures/watch.ts'
import { createSender } from './webhooks/sending/send.ts'
import { BUILT_IN_PLANS, NO_PLAN, Plans, SELF_HOSTED_PLAN } from './workspaces/plans.ts'
import { forgetAllSlots } from './workspaces/quotas/slots.ts'
import { findWorkspace } from './workspaces/store.ts'

/**
 * Opens a database, migrates it, and returns the product on top of it.  ```ts const handrail = await createHandrail({
 * database: './handrail.db' }) ```
 * @throws AppError `invalid_request` for options that are not right; `unavailable` when the database cannot be used, with the reason in
 * a sentence
 */
// Long because it lists the parts of the product in the order in which they are opened.
export async function createHandrail(options: HandrailOptions): Promise<Handrail> {
  requireOptions(HandrailOptionsShape, options, 'createHandrail')
  requireUsablePath(options)
  requireNoLeftovers(options)
  const secrets = await secretsOf(options)
  const contents = await openContents(options)
  const opened = await openDatabase({ isLocked: options.exclusive ?? options.upkeep !== false, ...options }).catch(
    async (error) => {
      await contents.close()
      throw error
    },
  )
  const file = sqliteFileOf(options.database)
  const { database: watched, requireWritable } = watchWrites(opened, {
    file: file === ':memory:' ? undefined : file,
    probe: (tx) => takeLease(tx, { name: 'readiness', holder: 'any process' }),
  })
  const database = knowRequests(traceDatabase(watched))
  const onError =
    options.onError ??
    ((error: unknown, about?: object) =>
      writeToStderr('error', { ...about, error: describeError(error) }, 'background work failed'))
  for (const missing of missingPrograms()) onError(missing)
  let keyring: Keyring | undefined
  try {
    keyring = await openKeyring(opened, { ...options, secrets, onError })
    await moveContents(database, contents)
    if (!database.isShared && options.upkeep !== false) await database.write(forgetAllSlots)
  } catch (error) {
    keyring?.close()
    await contents.close()
    await database.close()
    throw error
  }
  const { sealer, close: closeKeyring } = keyring
  const clock = options.now ?? (() => new Date())
  const now = isoClock(clock)
  const plans: Settings['plans'] = { ...Plans.parse(options.plans ?? {}), ...BUILT_IN_PLANS }
  const publicUrl = (options.publicUrl ?? 'http://localhost:3000').replace(/\/$/, '')
  const eventDays = options.eventDays ?? EVENT_DAYS
  const maxVideoBytes = options.maxVideoBytes ?? VIDEO_BYTES
  const embedHosts = embedHostsWith(options.embedHosts)
  const replyAddress = options.replies?.address ?? null
  const verifiesReplies = options.replies?.authserv !== undefined
  const settings: Settings = {
    publicUrl,
    plans,
    replyAddress,
    verifiesReplies,
    eventDays,
    maxVideoBytes,
    embedHosts,
  }
  const tokens = createTokens(database, { settings, now })
  const guard = createGuard(targetRules(settings.publicUrl, options.webhooks?.allowedRanges), options.webhooks?.resolve)
  const sender = createSender({ guard, connections: MAX_CONCURRENCY, proxy: options.webhooks?.proxy })
  const background = createBackground(onError)
  let closing: Promise<void> | undefined
  const rateLimiter = createRateLimiter(database, () => clock().getTime())
  const { processes = 1 } = options
  const readings = createReadings(database)
  const readers = { images: createImages({ processes, readings }), tableFiles: createTableFiles({ readings }) }
  const turns = {
    passwordTurns: createPasswordTurns(processes),
    exportTurns: createTurns(EXPORTS_AT_ONCE),
    batchTurns: createTurns(BATCHES_AT_ONCE),
  }
  const mail = createMail(options.mail ?? {}, { sealer, guard })
  const services = {
    sealer,
    settings,
    mail,
    tokens,
    rateLimiter,
    guard,
    sender,
    contents,
    background,
    ...turns,
    ...readers,
  }
  const contextOf = (caller: Caller): Context => ({ caller, store: database, ...services, now })
  const instance: Caller = {
    kind: 'system',
    id: 'system',
    workspace_id: '',
    rights: SYSTEM_RIGHTS,
    plan: BUILT_IN_PLANS[SELF_HOSTED_PLAN],
  }
  const replyWatchers: ((receipt: MailReceipt) => void)[] = []
  const onReceipt = (receipt: MailReceipt) => {
    for (const watcher of replyWatchers) watcher(receipt)
  }
  const { replies: replying } = options
  const replies =
    replying && replying.receive !== false
      ? await startReplies(contextOf(instance), replying, { onReceipt, onError }).catch(async (error: unknown) => {
          closeKeyring()
          await contents.close()
          await database.close()
          throw error
        })
      : undefined
  const every = options.upkeep === false ? undefined : UPKEEP_MS
  const connections = createConnections(onError)
  const alarm = createAlarm({ database, mail, publicUrl, onError })
  const upkeep: Upkeep = startUpkeep(contextOf(instance), { every, alarm, onError })
  const watch = createDeliveryWatch()
  const changeWatch = createChangeWatch(database)
  const changeReadings = createChangeReadings(database, changeWatch)
  const listeners = createListeners({ database, sealer, onError })
  const feeds = new Set<Feed>()
  const sending = { context: contextOf(instance), database, connections, watch, onError }
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
      const found: (FoundPerson & { plan: string }) | undefined = await database.read(
        async (reader) =>
          (await findByAccessToken(reader, access_token)) ?? (await findCancelledByToken(reader, access_token)),
      )
      if (!found) throw notFound()
      const { plan, ...person } = found
      return bind(contextOf({ kind: 'contact', ...person, rights: CONTACT_RIGHTS, plan: plans[plan] ?? NO_PLAN }))
    },
    asUser: (id, session_id) =>
      bind(contextOf({ kind: 'user', id, session_id, workspace_id: '', rights: USER_RIGHTS, plan: NO_PLAN })),
    asVisitor(address, forwarder) {
      const visitor = { kind: 'visitor', id: address, workspace_id: '', rights: VISITOR_RIGHTS, plan: NO_PLAN } as const
      return bind(contextOf({ ...visitor, ...(forwarder !== undefined && { forwarder }) }))
    },
    session: (token, isUse = true) => openSession(database, token, { at: now(), isUse }),
    watchChanges: changeWatch.add,
    openChanges: changeReadings.open,
    ...listeners,
    async feed(name, options, handler) {
      const feed = await startFeed(
        { database, sealer, eventDays, changes: changeWatch, onError },
        name,
        options,
        handler,
      )
      feeds.add(feed)
      return feed
    },
    asToken: async (token, audience = 'rest') => bind(contextOf(await tokens.authenticate(token, audience))),
    authenticate: async (token, audience = 'rest') => contextOf(await tokens.authenticate(token, audience)),
    async ping() {
      await database.read((reader) => findWorkspace(reader, ABSENT))
      database.requireInPlace()
      await requireWritable()
      const silent = workers.sinceRun()
      if (silent > MINUTE_MS)
        throw new AppError(
          'unavailable',
          `Nothing was sent for ${Math.round(silent / 1000)} seconds. See the log for the reason`,
        )
    },
    deliveryFigures: () => readDeliveryFigures(database, now()),
    instanceFigures: () => readInstanceFigures(database),
    connectionFigures: database.connections,
    freeSpace: () =>
      readFreeSpace({
        database: file === ':memory:' ? undefined : file,
        files: options.files !== undefined && isBucketUrl(options.files) ? undefined : options.files,
      }),
    sendsMail: () => database.read(mail.sends),
    mailFigures: () => readMailMetrics(database, now()),
    replyPort: replies?.port,
    isReplyMailboxAway: () => replies?.isMailboxAway(),
    watchReplies: (watcher) => void replyWatchers.push(watcher),
    watchDeliveries: watch.add,
    upkeep: upkeep.run,
    close: () => (closing ??= closeAll()),
  }

  async function closeAll() {
    await Promise.all([...feeds].map((feed) => feed.stop()))
    await replies?.close()
    await upkeep.stop()
    await background.close()
    await workers.stop()
    await sender.close()
    connections.close()
    tokens.close()
    readers.images.close()
    await readings.close()
    closeKeyring()
    await contents.close()
    await database.close()
  }
}

/** With two readers, other requests are hardly delayed. */
const EXPORTS_AT_ONCE = 2

/** With two, a batch of another workspace does not wait for a whole one. */
const BATCHES_AT_ONCE = 2
const UPKEEP_MS = 10_000
const EVENT_DAYS = 30
const VIDEO_BYTES = 500 * 1024 ** 2
const ABSENT = '00000000-0000-0000-0000-000000000000'
