import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pngOf } from '../../../../../test/png.ts'
import { ENGINES, type Instance, openInstance, SECRET } from '../../../test/instance.ts'
import { type Bound, createHandrail, type Handrail, operations } from '../../index.ts'
import { storedKib } from './storage.ts'

const {
  beginUpload,
  createContact,
  createEnrollment,
  createExport,
  createGuide,
  createImport,
  createWorkspace,
  deleteEnrollment,
  discardImport,
  dropUpload,
  getPlan,
  openExport,
  publishGuide,
  removeLogo,
  setLogo,
  uploadFile,
} = operations

const KIB = 1024
const plans = {
  small: {
    entitlements: ['file-uploads' as const],
    limits: { storage_megabytes: 1, imports: 2, uploads: 2, exports: 2 },
  },
}

describe.each(ENGINES)('limits of a plan on %s', (engine) => {
  let instance: Instance
  let small: Bound
  let guide_id: string
  let step_id: string
  beforeEach(async () => {
    instance = await openInstance(engine, { plans, imports: false, now: undefined })
    small = await inSmall(instance.handrail)
    const steps = [{ title: 'Send', type: 'file_upload' as const, content: { max_bytes: 1_000_000 } }]
    const { data } = await small.invoke(createGuide, { title: 'Start', sections: [{ title: 'One', steps }] })
    await small.invoke(publishGuide, { id: data.id })
    guide_id = data.id
    step_id = data.sections[0]?.steps[0]?.id ?? ''
  })
  afterEach(() => instance.close())

  async function inSmall(handrail: Handrail): Promise<Bound> {
    const operator = await handrail.asSystem()
    const { data } = await operator.invoke(createWorkspace, { name: 'Small', plan: 'small' })
    return handrail.asSystem(data.id)
  }
  let people = 0
  async function enrolled() {
    const { data: contact } = await small.invoke(createContact, { email: `p${++people}@a.example`, first_name: 'Pia' })
    const { data } = await small.invoke(createEnrollment, { contact_id: contact.id, guide_id })
    return { id: data.id, me: await instance.handrail.asContact(data.access_token) }
  }
  const send = (me: Bound, content: AsyncIterable<Uint8Array>) =>
    me.invoke(uploadFile, { step_id, name: 'a.txt', content })
  const bytes = (kib: number) => Readable.from([Buffer.alloc(kib * KIB, 'x')])
  const used = async (name: string) => (await small.invoke(getPlan, {})).data.limits.find((one) => one.name === name)
  /** A content that comes when it is told to. */
  function waiting() {
    const { promise, resolve } = Promise.withResolvers<void>()
    async function* pieces() {
      yield Buffer.from('begun, ')
      await promise
      yield Buffer.from('ended')
    }
    return { content: pieces(), end: resolve }
  }
  const second = () =>
    createHandrail({
      database: instance.database,
      files: instance.files,
      secret: SECRET,
      plans,
      imports: false,
      upkeep: false,
      webhooks: { deliver: false },
    })

  test('storage is counted by the kilobyte, enforced with a reason, and freed by deletion', async () => {
    const { id, me } = await enrolled()
    await send(me, bytes(700))
    expect(await used('storage_megabytes')).toEqual({ name: 'storage_megabytes', used: 1, limit: 1 })
    const refused = {
      code: 'conflict',
      message: expect.stringMatching(/includes 1 MB of storage.*Delete files or old imports/),
    }
    await expect(send(me, bytes(325))).rejects.toMatchObject(refused)
    // A resumable upload counts once, from its start on.
    const file = { step_id, id: randomUUID() }
    await expect(me.invoke(beginUpload, { ...file, name: 'b.txt', bytes: 325 * KIB })).rejects.toMatchObject(refused)
    await me.invoke(beginUpload, { ...file, name: 'b.txt', bytes: 200 * KIB })
    await expect(send(me, bytes(125))).rejects.toMatchObject(refused)
    await me.invoke(dropUpload, file)
    await send(me, bytes(324))
    await expect(send(me, bytes(1))).rejects.toMatchObject(refused)
    const content = Readable.from([Buffer.from('email,first name\na@a.example,Ada\n')])
    await expect(small.invoke(createImport, { resource: 'contacts', name: 'a.csv', content })).rejects.toMatchObject(
      refused,
    )
    await small.invoke(deleteEnrollment, { id })
    expect(await used('storage_megabytes')).toMatchObject({ used: 0 })
    await send((await enrolled()).me, bytes(900))
  })

  test('concurrent uploads are accepted up to the storage limit', async () => {
    const { me } = await enrolled()
    const ended = await Promise.allSettled([1, 2].map(() => send(me, bytes(600))))
    expect(ended.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await used('storage_megabytes')).toMatchObject({ used: 1 })
  })

  test('uploads under way are counted in all processes, and released at their end or failure', async () => {
    const { me } = await enrolled()
    const [first, next] = [waiting(), waiting()]
    const sending = [first, next].map(({ content }) => send(me, content))
    await expect.poll(async () => (await used('uploads'))?.used).toBe(2)
    const refused = {
      code: 'rate_limited',
      retryAfter: expect.any(Number),
      message: expect.stringMatching(/has 2 uploads under way/),
    }
    await expect(send(me, bytes(1))).rejects.toMatchObject(refused)
    const other = await second()
    const elsewhere = await other.asSystem(small.context.caller.workspace_id)
    const content = Readable.from([Buffer.from('email\na@a.example\n')])
    const begun = elsewhere.invoke(createImport, { resource: 'contacts', name: 'a.csv', content })
    await expect(begun).rejects.toMatchObject(refused)
    await other.close()
    first.end()
    next.end()
    await Promise.all(sending)
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('begun')
        throw new Error('cut off')
      })(),
    )
    await expect(send(me, broken)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await used('uploads')).toMatchObject({ used: 0 })
  })

  test('exports under way count until their end, and those of a dead process are released', async () => {
    const { data } = await small.invoke(createExport, { export: { what: 'workspace' } })
    const token = data.url.split('/').at(-1) ?? ''
    const open = async () => (await instance.handrail.asVisitor('local').invoke(openExport, { token })).data.content
    const contents = [await open(), await open()]
    await expect(open()).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/has 2 exports under way/),
    })
    expect((await buffer(contents[0] ?? Readable.from([]))).subarray(0, 2).toString()).toBe('PK')
    contents[1]?.destroy()
    await expect.poll(async () => (await used('exports'))?.used).toBe(0)
    const past = '2020-01-01T00:00:00.000Z'
    const { workspace_id } = small.context.caller
    await instance.handrail.database.write(({ db, tables: { slots } }) =>
      db
        .insert(slots)
        .values([1, 2].map(() => ({ workspace_id, kind: 'exports' as const, id: randomUUID(), held_until: past }))),
    )
    ;(await open()).destroy()
    await instance.handrail.upkeep()
    await expect
      .poll(() => instance.handrail.database.read(async ({ db, tables: { slots } }) => db.select().from(slots)))
      .toEqual([])
  })

  test('storage includes the file of an import until it is read, and a logo until it is removed', async () => {
    const { workspace_id } = small.context.caller
    const stored = () => instance.handrail.database.read((reader) => storedKib(reader, workspace_id))
    const text = `email,first name\n${'a@a.example,Ada\n'.repeat(30_000)}`
    const content = Readable.from([Buffer.from(text)])
    const { data } = await small.invoke(createImport, { resource: 'contacts', name: 'a.csv', content })
    const file = Math.ceil(text.length / KIB)
    expect(await stored()).toBe(file)
    await small.invoke(setLogo, { content: pngOf(300, 300).toString('base64') })
    const [logo] = await instance.handrail.database.read(async ({ db, tables: { logos } }) => db.select().from(logos))
    const shown = Math.ceil(((logo?.content.length ?? 0) + (logo?.mail_content?.length ?? 0)) / KIB)
    expect(shown).toBeGreaterThan(0)
    expect(await stored()).toBe(file + shown)
    const { me } = await enrolled()
    await send(me, bytes(KIB - file - shown))
    const other = { content: pngOf(700, 700).toString('base64') }
    await expect(small.invoke(setLogo, other)).rejects.toMatchObject({ code: 'conflict', reason: 'no_storage' })
    await small.invoke(removeLogo, {})
    expect(await stored()).toBe(KIB - shown)
    await small.invoke(discardImport, { id: data.id })
    expect(await stored()).toBe(KIB - file - shown)
  })

  test('slots of a process are released once it has ended', async ({ skip }) => {
    skip(engine === 'sqlite', 'an SQLite file has one process, which forgets all of them as it starts')
    const { workspace_id } = small.context.caller
    const other = await second()
    await other.database.whenPresent()
    const process = other.database.presentAs()
    const held_until = new Date(Date.now() + 30_000).toISOString()
    await other.database.write(({ db, tables: { slots } }) =>
      db
        .insert(slots)
        .values([1, 2].map(() => ({ workspace_id, kind: 'uploads' as const, id: randomUUID(), held_until, process }))),
    )
    const { me } = await enrolled()
    expect(await used('uploads')).toMatchObject({ used: 2 })
    await expect(send(me, bytes(1))).rejects.toMatchObject({ code: 'rate_limited' })
    await other.close()
    await expect.poll(async () => (await used('uploads'))?.used).toBe(0)
    await send(me, bytes(1))
  })

  test('unfinished imports are limited by the plan', async () => {
    const begin = async () =>
      (
        await small.invoke(createImport, {
          resource: 'contacts',
          name: 'a.csv',
          content: Readable.from([Buffer.from('email,first name\na@a.example,Ada\n')]),
        })
      ).data.id
    const id = await begin()
    await begin()
    await expect(begin()).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/2 unfinished imports/),
    })
    expect(await used('imports')).toEqual({ name: 'imports', used: 2, limit: 2 })
    await small.invoke(discardImport, { id })
    await begin()
  })
})
