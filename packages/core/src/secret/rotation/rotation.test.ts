import { getTableColumns } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ENGINES, type Instance, openInstance, SECRET } from '../../../test/instance.ts'
import { addMember, PASSWORD, personOf } from '../../../test/people.ts'
import { enrollIn, guideOf } from '../../../test/team-guide.ts'
import { storeMailServer } from '../../emails/server/store.ts'
import { subscriberOf, unsubscribeUrl } from '../../emails/unsubscribe/address.ts'
import { documentOf, sha256Of } from '../../enrollments/approvals/document.ts'
import { downloadUrl, placeOf } from '../../files/download-link.ts'
import { createHandrail, type Handrail, operations } from '../../index.ts'
import { invoke } from '../../operation/invoke.ts'
import { openCursor, sealCursor } from '../../records/lists/cursor.ts'
import { openAsItIs } from '../../storage/open.ts'
import { opens } from '../canary.ts'
import { createSealer } from '../seal.ts'
import { SEALED_COLUMNS } from './columns.ts'
import { rotateSecret } from './rotate.ts'

const NEW = 'the next secret of the tests, long enough as well'
const [former, next] = [createSealer(Buffer.from(SECRET)), createSealer(Buffer.from(NEW))]
const KEYS = { to: Buffer.from(NEW), from: [Buffer.from(SECRET)] }
const CONTENT = { markdown: 'We build **3 dashboards**.' }

/** Rows of every column that is encrypted, by the product where it can. */
async function fill(instance: Instance) {
  const { acme, handrail } = instance
  const {
    createParticipant,
    createContact,
    createWebhookEndpoint,
    giveApproval,
    offerSecondFactor,
    renewContactCalendar,
    renewOwnCalendar,
    rotateWebhookSecret,
    sendReminder,
  } = operations
  const member = await addMember(instance, 'ada@example.com', 'owner')
  await (await personOf(instance, 'ada@example.com')).invoke(offerSecondFactor, { password: PASSWORD })
  const workspace_id = acme.context.caller.workspace_id
  await (await handrail.asMember(workspace_id, member.id)).invoke(renewOwnCalendar, {})
  const endpoint = { url: 'https://receiver.example.com/', events: ['*'], headers: { 'x-key': 'of the receiver' } }
  const { data } = await acme.invoke(createWebhookEndpoint, endpoint)
  await acme.invoke(rotateWebhookSecret, { id: data.id })
  const guide = await guideOf(acme, { title: 'Approve', type: 'approval', content: CONTENT }, { title: 'Read' })
  const enrollment = await enrollIn(acme, guide.id)
  const contact = await handrail.asContact(enrollment.access_token)
  await contact.invoke(renewContactCalendar, {})
  const document_sha256 = sha256Of(documentOf({ title: 'Approve', content: CONTENT }))
  await contact.invoke(giveApproval, {
    step_id: guide.ids[0] ?? '',
    document_sha256,
    name: 'Pia',
    address: '192.0.2.7',
  })
  const colleague = (await acme.invoke(createContact, { email: 'robin@example.com', first_name: 'Robin' })).data
  await acme.invoke(createParticipant, { id: enrollment.id, contact_id: colleague.id })
  await invoke(sendReminder, acme.context, { id: enrollment.id }, { idempotencyKey: 'one' })
  const sealed_password = acme.context.sealer.seal('password of the mail server')
  const server = {
    host: 'mail.example',
    port: 587,
    encryption: 'tls',
    username: 'ada',
    sender: 'a@example.com',
  } as const
  await handrail.database.write((tx) =>
    storeMailServer(tx, { ...server, sealed_password, revision: '00000000-0000-4000-8000-000000000000' }),
  )
  return { access_token: enrollment.access_token, workspace_id }
}

/** By column, all texts in the database that a secret reads, decrypted. */
async function textsOf({ database }: Pick<Handrail, 'database'>, sealer: Pick<typeof former, 'open'>) {
  const found = new Map<string, string[]>()
  await database.read(async ({ db, tables }) => {
    for (const [name, table] of Object.entries(tables))
      for (const row of await db.select().from(table))
        for (const [column, value] of Object.entries(row))
          for (const [text] of (JSON.stringify(value) ?? '').matchAll(/[\w-]{38,}/g))
            if (opens(sealer, text)) {
              const at = `${name}.${column}`
              found.set(at, [...(found.get(at) ?? []), sealer.open(text)].toSorted())
            }
  })
  return found
}

const KNOWN = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)

describe.each(ENGINES)('a change of the secret on %s', (engine) => {
  let instance: Instance
  let given: Awaited<ReturnType<typeof fill>>
  let before: Map<string, string[]>
  let open: Handrail[]
  let carried: { cursor: string; unsubscribe: string; download: string }

  async function start(secret: string, previousSecret?: string) {
    const { database, files, clock } = instance
    const options = { files, now: () => clock.now, upkeep: false, webhooks: { deliver: false }, poolSize: 2 }
    const handrail = await createHandrail({ database, secret, previousSecret, ...options })
    open.push(handrail)
    return handrail
  }

  beforeAll(async () => {
    instance = await openInstance(engine)
    open = []
    given = await fill(instance)
    before = await textsOf(instance.handrail, former)
    const { context } = instance.acme
    const contact = { workspace_id: given.workspace_id, contact_id: 'c' }
    carried = {
      cursor: sealCursor(context.sealer, 'contacts', { created_at: 'now', id: 'a' }),
      unsubscribe: new URL(unsubscribeUrl(context, contact)).searchParams.get('token') ?? '',
      download: downloadUrl(context, { workspace_id: given.workspace_id, id: 'f' }).split('/files/')[1] ?? '',
    }
  })
  afterAll(async () => {
    for (const handrail of open) await handrail.close()
    await instance.close()
  })

  /** Everything that a person or a program has from before, at an instance. */
  async function requireReadable(handrail: Handrail) {
    const bound = await handrail.asSystem(given.workspace_id)
    const { sealer } = bound.context
    const texts = await textsOf(handrail, sealer)
    for (const [column, values] of before)
      if (!column.startsWith('canaries')) expect(texts.get(column), column).toEqual(expect.arrayContaining(values))
    expect((await handrail.asContact(given.access_token)).context.caller.kind).toBe('contact')
    expect(openCursor(sealer, 'contacts', carried.cursor).id).toBe('a')
    expect(subscriberOf(bound.context, carried.unsubscribe)).toMatchObject({ contact_id: 'c' })
    return bound
  }

  test('knows every column that has encrypted texts', async () => {
    expect([...before.keys()].toSorted()).toEqual([...KNOWN, 'canaries.sealed'].toSorted())
    const { tables } = await instance.handrail.database.read(async (reader) => reader)
    const named = Object.entries(tables).flatMap(([name, table]) =>
      Object.keys(getTableColumns(table))
        .filter((column) => column.startsWith('sealed'))
        .map((column) => `${name}.${column}`),
    )
    // Of refresh tokens, the token itself is the key.
    const others = ['canaries.sealed', 'oauth_refresh_tokens.sealed_answer']
    expect(named.filter((column) => !KNOWN.includes(column)).toSorted()).toEqual(others)
    if (engine === 'postgres')
      for (const { table, key } of SEALED_COLUMNS) {
        const { columns, primaryKeys } = getTableConfig(tables[table])
        const names = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
        expect(
          names.map(({ name }) => name),
          table,
        ).toEqual(key)
      }
  })

  test('is refused with a former secret that is not the one of the database', async () => {
    const database = await openAsItIs(instance.database)
    const from = [Buffer.from('some other secret that nobody has used here')]
    expect(await rotateSecret(database, { ...KEYS, from, waits: 0, say: () => undefined })).toBeUndefined()
    await database.close()
    expect((await textsOf(instance.handrail, former)).size).toBe(before.size)
  })

  test('that is interrupted leaves everything readable, and is continued, while a process goes on', {
    timeout: 60_000,
  }, async () => {
    const running = await start(NEW, SECRET)
    const bound = await requireReadable(running)
    // Until the change begins, other processes may not know the new one.
    expect(opens(former, bound.context.sealer.seal('x'))).toBe(true)

    const database = await openAsItIs(instance.database)
    const killed = rotateSecret(database, {
      ...KEYS,
      waits: 0,
      say(line) {
        if (line.includes('webhook_endpoints.sealed_secret')) throw new Error('killed')
      },
    })
    await expect(killed).rejects.toThrow('killed')
    await requireReadable(running)
    await vi.waitFor(() => expect(opens(next, bound.context.sealer.seal('x'))).toBe(true), { timeout: 40_000 })
    expect(placeOf(bound.context, carried.download).id).toBe('f')
    await requireReadable(await start(NEW, SECRET))
    await expect(start(SECRET)).rejects.toMatchObject({ code: 'unavailable' })

    const lines: string[] = []
    const outcome = await rotateSecret(database, { ...KEYS, waits: 0, say: (line) => void lines.push(line) })
    expect(outcome).toEqual({ isChanged: true, unreadable: new Map() })
    expect(lines[0]).toBe('Continuing a change of the key that was interrupted')
    expect(await rotateSecret(database, { ...KEYS, waits: 0, say: () => undefined })).toMatchObject({
      isChanged: false,
    })
    await database.close()
    await requireReadable(running)
  })

  test('that has ended needs the former secret no more, and ends what it signed for access', async () => {
    const handrail = await start(NEW)
    const { context } = await requireReadable(handrail)
    expect(await textsOf(handrail, former)).toEqual(new Map())
    expect(() => placeOf(context, carried.download)).toThrow()
    expect(() => context.sealer.openCredential(former.seal('an order of an export'))).toThrow()
    await expect(start(SECRET)).rejects.toMatchObject({ code: 'unavailable' })
  })

  test('a second time, addresses in mail from before both stay valid', async () => {
    const database = await openAsItIs(instance.database)
    const to = Buffer.from('the third secret of the tests, as long as others')
    await rotateSecret(database, { to, from: [Buffer.from(NEW)], waits: 0, say: () => undefined })
    await database.close()
    await requireReadable(await start(to.toString()))
  })
})
