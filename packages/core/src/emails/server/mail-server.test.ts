import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migratedPostgresDatabase } from '../../../../../test/postgres/databases.ts'
import { ENGINES, type Engine, SECRET } from '../../../test/instance.ts'
import { enroll } from '../../../test/mail.ts'
import { type MailServer, startMailServer } from '../../../test/servers/mail-server.ts'
import { type Bound, createHandrail, type Handrail, type HandrailOptions, operations } from '../../index.ts'

const {
  addSampleWorkspace,
  createExport,
  createFirstWorkspace,
  createUser,
  createWorkspace,
  getMailServer,
  getMailSettings,
  listAuditEntries,
  listEmails,
  listMembers,
  openExport,
  removeMailServer,
  requestPasswordLink,
  setMailServer,
  testMailServer,
} = operations

const PASSWORD = 'correct horse battery'
const SMTP_PASSWORD = 'hunter2-of-the-mail-server'
const LOCAL = 'http://localhost:3000'

describe.each(ENGINES)('the mail server that an owner sets, on %s', (engine: Engine) => {
  let folder: string
  let database: string
  let server: MailServer
  let workspace_id: string
  let owner: Bound
  let system: Bound
  const closing: (() => unknown)[] = []

  /** A process on the database; by default one that sends nothing. */
  async function start(options: Partial<HandrailOptions> = {}): Promise<Handrail> {
    const handrail = await createHandrail({
      database,
      files: join(folder, 'files'),
      secret: SECRET,
      publicUrl: LOCAL,
      upkeep: false,
      webhooks: { deliver: false },
      mail: { send: false },
      poolSize: 4,
      ...options,
    })
    closing.unshift(() => handrail.close())
    return handrail
  }

  const memberOf = async (handrail: Handrail, role: string) => {
    const { data } = await system.invoke(listMembers, {})
    return handrail.asMember(workspace_id, data.find((member) => member.role === role)?.user_id ?? '')
  }
  const fields = ({ url }: MailServer) => ({
    host: 'localhost',
    port: Number(new URL(url).port),
    encryption: 'none' as const,
    sender: 'Acme <no-reply@acme.example>',
  })
  const set = (changes: object = {}, own_password = PASSWORD) =>
    owner.invoke(setMailServer, { ...fields(server), own_password, ...changes })

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'handrail-mail-'))
    database = engine === 'sqlite' ? join(folder, 'handrail.db') : await migratedPostgresDatabase()
    server = await startMailServer()
    closing.push(() => server.close())
    const handrail = await start()
    const first = { name: 'Acme', owner: { email: 'ada@acme.example', name: 'Ada', password: PASSWORD } }
    workspace_id = (await (await handrail.asSystem()).invoke(createFirstWorkspace, first)).data.id
    system = await handrail.asSystem(workspace_id)
    const admin = { email: 'adam@acme.example', name: 'Adam', role: 'admin' as const, password: PASSWORD }
    await system.invoke(createUser, admin)
    owner = await memberOf(handrail, 'owner')
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
    rmSync(folder, { recursive: true, force: true })
  })

  const arrived = (at: MailServer, count: number) =>
    expect.poll(() => at.arrived.length, { timeout: 10_000 }).toBe(count)

  test('takes effect in another process without a restart, as does another one, and mail waits for none that is removed', async () => {
    const other = await start({ mail: {} })
    const there = await other.asSystem(workspace_id)
    await enroll(there, { send_invitation: true })
    expect((await there.invoke(listEmails, {})).data).toMatchObject([{ status: 'kept' }])
    await set()
    expect((await there.invoke(getMailSettings, {})).data).toMatchObject({ sends_mail: true, source: 'console' })
    await enroll(system, { send_invitation: true })
    await arrived(server, 1)
    expect(server.arrived[0]?.from).toEqual({ name: 'Acme', address: 'no-reply@acme.example' })

    const second = await startMailServer()
    closing.push(() => second.close())
    await set({ ...fields(second), sender: 'mail@acme.example' })
    await enroll(system, { send_invitation: true })
    await arrived(second, 1)
    expect(second.arrived[0]?.from?.address).toBe('mail@acme.example')
    expect(server.arrived).toHaveLength(1)

    second.behaviour.recipient = 451
    await enroll(system, { send_invitation: true })
    await expect.poll(async () => (await there.invoke(listEmails, {})).data[0]?.error).toMatch(/451/)
    await owner.invoke(removeMailServer, { own_password: PASSWORD })
    await expect
      .poll(async () => (await system.invoke(listEmails, {})).data.map(({ status }) => status))
      .toEqual(['kept', 'sent', 'sent', 'kept'])
    const none = { sends_mail: false, from: null, source: null, receives_replies: false }
    expect((await there.invoke(getMailSettings, {})).data).toEqual(none)
    await expect(owner.invoke(removeMailServer, { own_password: PASSWORD })).rejects.toMatchObject({
      code: 'not_found',
    })
  }, 40_000)

  test('sends password links, which nothing sends without it', async () => {
    const other = await start({ mail: {} })
    const visitor = other.asVisitor('192.0.2.1')
    await expect(visitor.invoke(requestPasswordLink, { email: 'ada@acme.example' })).rejects.toMatchObject({
      reason: 'no_mail_server',
    })
    expect(await other.sendsMail()).toBe(false)
    await set()
    expect(await other.sendsMail()).toBe(true)
    await visitor.invoke(requestPasswordLink, { email: 'ada@acme.example' })
    await arrived(server, 1)
    expect(server.arrived[0]?.subject).toBe('Choose a new password')
  })

  test('its password is stored encrypted, and is in no answer, archive or audit entry', async () => {
    const account = { username: 'postmaster', password: SMTP_PASSWORD }
    const answers: unknown[] = [await set(account)]
    expect(answers[0]).toMatchObject({ data: { username: 'postmaster', has_password: true, read_only: null } })
    answers.push(await owner.invoke(getMailServer, {}), await owner.invoke(getMailSettings, {}))
    answers.push((await system.invoke(listAuditEntries, {})).data)
    const { data } = await system.invoke(createExport, { export: { what: 'workspace' } })
    const visitor = (await start()).asVisitor('192.0.2.1')
    const { content } = (await visitor.invoke(openExport, { token: data.url.split('/').at(-1) ?? '' })).data
    const bytes: Buffer[] = []
    for await (const chunk of content) bytes.push(Buffer.from(chunk))
    answers.push(Buffer.concat(bytes).toString('latin1'))
    const stored = await system.context.store.read(({ db, tables }) => db.select().from(tables.mail_servers))
    answers.push(stored)
    expect(stored[0]?.sealed_password).toBeTypeOf('string')
    expect(JSON.stringify(answers)).not.toContain(SMTP_PASSWORD)
    expect(JSON.stringify(answers)).not.toContain('mail_servers.jsonl')
    // Unchanged fields keep it, and a change of the account or the server does not send it elsewhere.
    await set({ username: 'postmaster', sender: 'other@acme.example' })
    const [kept] = await system.context.store.read(({ db, tables }) => db.select().from(tables.mail_servers))
    expect(system.context.sealer.open(kept?.sealed_password ?? '')).toBe(SMTP_PASSWORD)
    for (const change of [
      { host: '127.0.0.1' },
      { port: 2525 },
      { username: 'root' },
      { encryption: 'tls' as const },
    ]) {
      const given = { ...fields(server), username: 'postmaster', ...change }
      const refused = { code: 'validation_error', codes: { password: 'blank' } }
      await expect(owner.invoke(testMailServer, given)).rejects.toMatchObject(refused)
      await expect(owner.invoke(setMailServer, { ...given, own_password: PASSWORD })).rejects.toMatchObject(refused)
    }
    await set()
    const [none] = await system.context.store.read(({ db, tables }) => db.select().from(tables.mail_servers))
    expect(none?.sealed_password).toBeNull()
  })

  test('is set by the owner alone, with the own password, in the only workspace of the instance', async () => {
    await expect(set({}, 'wrong password')).rejects.toMatchObject({ codes: { own_password: 'wrong_secret' } })
    const handrail = await start()
    const admin = await memberOf(handrail, 'admin')
    const given = { ...fields(server), own_password: PASSWORD }
    await expect(admin.invoke(setMailServer, given)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(admin.invoke(testMailServer, fields(server))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(admin.invoke(removeMailServer, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect((await admin.invoke(getMailServer, {})).data).toMatchObject({ source: null, read_only: null })
    // A sample workspace is no other team.
    await owner.invoke(addSampleWorkspace, {})
    await set()
    await (await handrail.asSystem()).invoke(createWorkspace, { name: 'Another' })
    const refused = { code: 'conflict', reason: 'mail_server_several_workspaces' }
    await expect(set()).rejects.toMatchObject(refused)
    await expect(owner.invoke(testMailServer, fields(server))).rejects.toMatchObject(refused)
    expect((await owner.invoke(getMailServer, {})).data.read_only).toBe('several_workspaces')
    // The operator can.
    await system.invoke(setMailServer, fields(server))
    await system.invoke(removeMailServer, {})
  }, 60_000)

  test('is not used beside a server of the environment, nor in a demo', async () => {
    await set()
    const environment = await startMailServer()
    closing.push(() => environment.close())
    const given = await start({ mail: { url: environment.url, from: 'env@acme.example' } })
    const there = await memberOf(given, 'owner')
    expect((await there.invoke(getMailServer, {})).data).toMatchObject({
      source: 'environment',
      read_only: 'environment',
      encryption: 'if_offered',
      sender: 'env@acme.example',
    })
    await expect(there.invoke(setMailServer, { ...fields(server), own_password: PASSWORD })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'mail_server_environment',
    })
    await enroll(await given.asSystem(workspace_id), { send_invitation: true })
    await arrived(environment, 1)
    // Its owner takes it back nevertheless.
    expect((await there.invoke(getMailServer, {})).data.is_stored).toBe(true)
    await there.invoke(removeMailServer, { own_password: PASSWORD })
    expect((await there.invoke(getMailServer, {})).data).toMatchObject({ source: 'environment', is_stored: false })
    expect(server.arrived).toHaveLength(0)
    const demo = await memberOf(await start({ mail: { settable: false } }), 'owner')
    expect((await demo.invoke(getMailServer, {})).data).toMatchObject({ source: null, read_only: 'demo' })
    expect((await demo.invoke(getMailSettings, {})).data.sends_mail).toBe(false)
  })

  test('a test before saving returns the reply of the server, at most five times a minute', async () => {
    const { data } = await owner.invoke(testMailServer, fields(server))
    expect(data).toEqual({ recipient: 'ada@acme.example', error: null })
    expect(server.arrived[0]).toMatchObject({ subject: 'Mail from Acme works', recipients: ['ada@acme.example'] })
    expect((await owner.invoke(getMailServer, {})).data.source, 'nothing is stored').toBeNull()
    server.behaviour.recipient = 550
    const { data: refused } = await owner.invoke(testMailServer, fields(server))
    expect(refused.error).toBe('The mail server rejected the mail: 550 ada@acme.example is not here')
    const { data: absent } = await owner.invoke(testMailServer, { ...fields(server), host: 'mail.invalid.example' })
    expect(absent.error).toMatch(/its host name was not found/)
    const closed = { ...fields(server), port: await freePort() }
    const { data: closedPort } = await owner.invoke(testMailServer, closed)
    expect(closedPort.error).toMatch(/it accepts no connections at this port/)
    const { data: plain } = await owner.invoke(testMailServer, { ...fields(server), encryption: 'starttls' })
    expect(plain.error).toMatch(/offers no encryption/)
    await expect(owner.invoke(testMailServer, fields(server))).rejects.toMatchObject({ code: 'rate_limited' })
    expect(server.tried).toBe(2)
  })

  test.each([
    [{ host: '10.0.0.1' }, 'host', /private network.*SMTP_URL/],
    [{ host: '169.254.169.254' }, 'host', /private network/],
    [{ host: '127.1' }, 'host', /private network/],
    [{ host: '0x7f000001' }, 'host', /private network/],
    [{ host: '[::1]' }, 'host', /private network/],
    [{ host: '::ffff:10.0.0.1' }, 'host', /private network/],
    [{ host: 'localhost' }, 'host', /local name/],
    [{ host: 'db.internal' }, 'host', /local name/],
    [{ host: 'mailhost' }, 'host', /full host name/],
    [{ host: 'smtp.example.com:25' }, 'host', /not a host name/],
    [{ host: 'user@smtp.example.com' }, 'host', /not a host name/],
    [{ host: 'smtp.example.com/x' }, 'host', /not a host name/],
    [{ host: 'a'.repeat(254) }, 'host', /too long/],
    [{ port: 22 }, 'port', /must be 25, 465, 587/],
    [{ port: 6379 }, 'port', /must be 25, 465, 587/],
    [{ port: 65_536 }, 'port', /too large|at most|65535/],
    [{ username: 'me', password: 'secret', encryption: 'none' as const }, 'encryption', /required to send/],
    [{ sender: 'nobody' }, 'sender', /e-mail address/],
    [{ sender: 'a@b.example\r\nBcc: c@d.example' }, 'sender', /e-mail address/],
    [{ sender: `${'a'.repeat(320)}@b.example` }, 'sender', /too long/],
    [{ username: 'u'.repeat(256) }, 'username', /too long/],
    [{ password: 'p'.repeat(1001) }, 'password', /too long/],
  ])('on a public address, %o is refused', async (change, field, problem) => {
    const handrail = await start({ publicUrl: 'https://handrail.example' })
    const there = await memberOf(handrail, 'owner')
    const valid = { host: 'smtp.example.com', port: 587, encryption: 'starttls' as const, sender: 'a@b.example' }
    const given = { ...valid, ...change }
    for (const attempt of [
      there.invoke(setMailServer, { ...given, own_password: PASSWORD }),
      there.invoke(testMailServer, given),
    ])
      await expect(attempt).rejects.toMatchObject({
        code: 'validation_error',
        errors: { [field]: [expect.stringMatching(problem)] },
      })
  })

  test('a name that resolves to a private address is refused at the connection, now and later', async () => {
    let connections = 0
    const canary = createServer(() => connections++).listen(0, '127.0.0.1')
    closing.push(() => canary.close())
    await new Promise((resolve) => canary.once('listening', resolve))
    const address = canary.address()
    const port = typeof address === 'object' && address ? address.port : 0
    let target = '127.0.0.1'
    const handrail = await start({
      publicUrl: 'https://handrail.example',
      mail: {},
      webhooks: { deliver: false, resolve: (_host, _options, done) => done(null, [{ address: target, family: 4 }]) },
    })
    const there = await memberOf(handrail, 'owner')
    const given = { host: 'smtp.rebinding.example', port, encryption: 'none' as const, sender: 'a@b.example' }
    const { data } = await there.invoke(testMailServer, given)
    expect(data.error).toMatch(/its address is within a private network \(ERR_BLOCKED_ADDRESS/)
    target = '10.1.2.3'
    await there.invoke(setMailServer, { ...given, own_password: PASSWORD })
    await enroll(await handrail.asSystem(workspace_id), { send_invitation: true })
    await expect
      .poll(async () => (await system.invoke(listEmails, {})).data[0]?.error, { timeout: 10_000 })
      .toMatch(/within a private network/)
    expect(connections).toBe(0)
  }, 20_000)
})

/** A port at which nothing listens. */
async function freePort(): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  await new Promise((resolve) => taken.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}
