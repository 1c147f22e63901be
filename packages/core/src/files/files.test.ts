import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../test/instance.ts'
import { wait } from '../../test/people.ts'
import { operations } from '../index.ts'

const {
  completeOwnStep,
  createContact,
  createEnrollment,
  createGuide,
  deleteContact,
  deleteEnrollment,
  deleteFile,
  downloadFile,
  getEnrollment,
  listFiles,
  openOwnGuide,
  previewFile,
  publishGuide,
  readOwnGuide,
  removeOwnFile,
  uploadFile,
} = operations

const PDF = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<< >>\nendobj\n')
const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')
const ZIP = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), Buffer.alloc(60)])
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
const HTML = Buffer.from('<!doctype html><script>alert(1)</script>')

const streamOf = (...chunks: Buffer[]) => Readable.from(chunks)

describe.each(ENGINES)('files on %s', (engine) => {
  let instance: Instance
  let folder: string
  let guide_id: string
  let steps: string[]
  let people = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
    folder = instance.files
    const accept = { accept: ['application/pdf', '.csv', '.txt', 'image/*'] }
    const { data } = await instance.acme.invoke(createGuide, {
      title: 'Start',
      sections: [
        {
          title: 'One',
          steps: [
            { title: 'Anything', type: 'file_upload', content: { max_bytes: 1000 } },
            { title: 'Some kinds', type: 'file_upload', content: accept },
            { title: 'Read' },
            { title: 'Large ones', type: 'file_upload' },
          ],
        },
      ],
    })
    await instance.acme.invoke(publishGuide, { id: data.id })
    guide_id = data.id
    steps = data.sections.flatMap((section) => section.steps.map(({ id }) => id))
  })
  afterAll(() => instance.close())

  async function enrolled() {
    const email = `p${++people}@example.com`
    const { data: contact } = await instance.acme.invoke(createContact, { email, first_name: 'Pia' })
    const { data } = await instance.acme.invoke(createEnrollment, { contact_id: contact.id, guide_id })
    const me = await instance.handrail.asContact(data.access_token)
    const send = async (name: string, content: Buffer | AsyncIterable<Uint8Array>, step = 0) => {
      const stream = Buffer.isBuffer(content) ? streamOf(content) : content
      return (await me.invoke(uploadFile, { step_id: steps[step] ?? '', name, content: stream })).data
    }
    return { id: data.id, me, send }
  }
  const storedFiles = () =>
    (existsSync(folder) ? readdirSync(folder) : []).flatMap((shard) => readdirSync(join(folder, shard)))
  const tokenOf = (url: string) => new URL(url).pathname.slice('/files/'.length)

  test('an uploaded file is stored, emitted, listed, and downloaded unchanged', async () => {
    const { id, send, me } = await enrolled()
    const file = await send('Plan for us.pdf', streamOf(PDF.subarray(0, 10), PDF.subarray(10)))
    expect(file).toMatchObject({ name: 'Plan for us.pdf', media_type: 'application/pdf', bytes: PDF.length })
    const told = (await eventsOf(instance, instance.acme)).at(-1)
    expect(told).toMatchObject({ type: 'file.uploaded', data: { id, file: { id: file.id, bytes: PDF.length } } })
    const { data: detail } = await instance.acme.invoke(getEnrollment, { id })
    expect(detail).toMatchObject({ status: 'in_progress', files: [{ id: file.id, name: 'Plan for us.pdf' }] })
    const [listed] = (await instance.acme.invoke(listFiles, { id })).data
    expect(listed).toMatchObject({ id: file.id, media_type: 'application/pdf' })
    expect(JSON.stringify(await me.invoke(readOwnGuide, {}))).not.toMatch(/download_url|stored_as/)
    const visitor = instance.handrail.asVisitor('192.0.2.1')
    for (const url of [detail.files[0]?.download_url ?? '', listed?.download_url ?? '']) {
      const { data } = await visitor.invoke(downloadFile, { token: tokenOf(url) })
      expect(data).toMatchObject({ name: 'Plan for us.pdf', media_type: 'application/pdf' })
      expect(Buffer.concat(await data.content.toArray())).toEqual(PDF)
    }
  })

  test('the first rows of a CSV are shown to members of its workspace, read from its beginning alone', async () => {
    const { send } = await enrolled()
    const rows = Array.from({ length: 20_000 }, (_, row) => `${row};Zürich;=1+1`)
    const file = await send('orders.csv', Buffer.from(['Order;Place;Sum', ...rows].join('\n'), 'latin1'), 3)
    const { data } = await instance.acme.invoke(previewFile, { id: file.id })
    expect(data).toMatchObject({ problem: null, header: ['Order', 'Place', 'Sum'], has_more_rows: true })
    expect(data.rows).toHaveLength(5)
    expect(data.rows[0]).toEqual(['0', 'Zürich', '=1+1'])
    await expect(instance.other.invoke(previewFile, { id: file.id })).rejects.toMatchObject({ code: 'not_found' })
    const text = await send('notes.txt', Buffer.from('a,b'), 3)
    await expect(instance.acme.invoke(previewFile, { id: text.id })).rejects.toMatchObject({
      codes: { id: 'wrong_state' },
    })
    const empty = await send('empty.CSV', Buffer.from('\ufeff\n'), 3)
    expect((await instance.acme.invoke(previewFile, { id: empty.id })).data.problem).toBe('empty')
  })

  test('a download link ends after 15 minutes, and cannot be forged', async () => {
    const { id, send } = await enrolled()
    await send('a.pdf', PDF)
    const { data } = await instance.acme.invoke(getEnrollment, { id })
    const token = tokenOf(data.files[0]?.download_url ?? '')
    const visitor = instance.handrail.asVisitor('192.0.2.1')
    const [workspace, file, until, signature] = token.split('.')
    const forged = [
      `${workspace}.${file}.${until}`,
      `${token}.x`,
      `${workspace}.${file}.zzzzzzzz.${signature}`,
      `${workspace}.${id}.${until}.${signature}`,
      'nonsense',
    ]
    for (const one of forged)
      await expect(visitor.invoke(downloadFile, { token: one })).rejects.toMatchObject({ code: 'not_found' })
    wait(instance, { minutes: 14 })
    await visitor.invoke(downloadFile, { token }).then(({ data: opened }) => opened.content.destroy())
    wait(instance, { minutes: 2 })
    await expect(visitor.invoke(downloadFile, { token })).rejects.toMatchObject({ code: 'not_found' })
  })

  test.each([
    ['HTML that is called a PNG', 'logo.png', HTML, 1],
    ['a PNG that is called a text', 'notes.txt', PNG, 2],
    ['a zip that is called a CSV', 'rows.csv', ZIP, 1],
    ['a zip', 'everything.zip', ZIP, 1],
  ])('%s is accepted only with matching content', async (_name, name, content, taken) => {
    const { send, id } = await enrolled()
    const before = storedFiles().length
    if (taken === 1)
      await expect(send(name, content, 1)).rejects.toMatchObject({ errors: { content: [/must be one/] } })
    else expect(await send(name, content, 1)).toMatchObject({ media_type: 'image/png' })
    const { data } = await instance.acme.invoke(getEnrollment, { id })
    expect([data.files.length, storedFiles().length - before]).toEqual(taken === 1 ? [0, 0] : [1, 1])
  })

  test('an SVG with a script is stored and served as a download only', async () => {
    const { send } = await enrolled()
    expect(await send('logo.svg', SVG, 1)).toMatchObject({ media_type: 'image/svg+xml' })
    expect(await send('logo.png', HTML, 0)).toMatchObject({ media_type: 'text/plain' })
  })

  test('a zip bomb is not unpacked to detect its type', async () => {
    const { send } = await enrolled()
    const name = Buffer.from('[Content_Types].xml')
    const packed = deflateRawSync(Buffer.alloc(128 * 1024 ** 2))
    const header = Buffer.from('504b03041400000008000000000000000000000000000000002000000000', 'hex')
    header.writeUInt32LE(packed.length, 18)
    header.writeUInt32LE(128 * 1024 ** 2, 22)
    header.writeUInt16LE(name.length, 26)
    const before = process.memoryUsage().rss
    const bomb = Buffer.concat([header, name, packed])
    await expect(send('plan.docx', bomb, 1)).rejects.toMatchObject({ errors: { content: [/must be one/] } })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2)
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\plan.pdf', 'plan.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u0000b\r\nc.txt', 'abc.txt'],
    ['...', 'file'],
    ['', 'file'],
    [`${'n'.repeat(5000)}.pdf`, `${'n'.repeat(251)}.pdf`],
    ['Überweisung 日本.pdf', 'Überweisung 日本.pdf'],
    ['\ud800.pdf', '\ufffd.pdf'],
  ])('a file named %j is stored as %j', async (given, name) => {
    const { send } = await enrolled()
    expect((await send(given, PDF)).name).toBe(name)
  })

  test('an upload that is empty, too large, interrupted or for another type of step leaves nothing behind', async () => {
    const { send, id, me } = await enrolled()
    await me.invoke(openOwnGuide, {})
    const before = storedFiles().length
    const events = (await eventsOf(instance, instance.acme)).length
    async function* cut() {
      yield PDF
      throw new Error('aborted')
    }
    let read = 0
    async function* endless() {
      for (;;) {
        read += 100
        yield Buffer.alloc(100)
      }
    }
    await expect(send('a.pdf', Buffer.alloc(0))).rejects.toMatchObject({ errors: { content: ["can't be empty"] } })
    await expect(send('a.pdf', endless())).rejects.toMatchObject({ errors: { content: [/too large.*1000 bytes/] } })
    expect(read).toBeLessThan(2000)
    await expect(send('a.pdf', cut())).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(send('a.pdf', PDF, 2)).rejects.toMatchObject({ errors: { step_id: ['is not a file upload step'] } })
    const announced = { step_id: steps[0] ?? '', name: 'a', announced_bytes: 10 * 1024 ** 3, content: endless() }
    read = 0
    await expect(me.invoke(uploadFile, announced)).rejects.toMatchObject({ errors: { content: [/too large/] } })
    expect(read).toBe(0)
    expect(storedFiles()).toHaveLength(before)
    expect(await eventsOf(instance, instance.acme)).toHaveLength(events)
    expect((await instance.acme.invoke(getEnrollment, { id })).data.files).toEqual([])
  })

  test('a repeated upload after a lost response is one file, with one event', async () => {
    const { me, id: enrollment_id } = await enrolled()
    const other = await enrolled()
    const before = storedFiles().length
    const id = randomUUID()
    const send = (by = me) =>
      by.invoke(uploadFile, { step_id: steps[0] ?? '', id, name: 'a.pdf', content: streamOf(PDF) })
    const [first, second] = await Promise.all([send(), send()])
    expect([first.data.id, second.data, (await send()).data]).toEqual([id, first.data, first.data])
    await expect(send(other.me)).rejects.toMatchObject({ errors: { id: ['has already been taken'] } })
    expect(storedFiles()).toHaveLength(before + 1)
    const told = (await eventsOf(instance, instance.acme)).filter(({ type }) => type === 'file.uploaded')
    expect(told.filter(({ data }) => data.id === enrollment_id)).toHaveLength(1)
  })

  test('of 200 concurrent uploads, a step accepts 20', async () => {
    const { send, id } = await enrolled()
    const before = storedFiles().length
    const sendUntilTold = async (name: string): Promise<unknown> =>
      // Clients retry when the database is overloaded.
      send(name, PDF).catch((error) => (error.code === 'unavailable' ? sendUntilTold(name) : Promise.reject(error)))
    const sent = await Promise.allSettled(Array.from({ length: 200 }, (_, number) => sendUntilTold(`${number}.pdf`)))
    const refused = sent.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(180)
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ errors: { step_id: [/20 files already/] } })
    expect((await instance.acme.invoke(getEnrollment, { id })).data.files).toHaveLength(20)
    expect(storedFiles().length - before).toBe(20)
  })

  test('completing a file step requires a file; all but the last can be deleted', async () => {
    const { send, me, id } = await enrolled()
    const step_id = steps[0] ?? ''
    await expect(me.invoke(completeOwnStep, { step_id })).rejects.toMatchObject({ errors: { step_id: [/upload one/] } })
    const [first, second] = [await send('a.pdf', PDF), await send('b.pdf', PDF)]
    await me.invoke(completeOwnStep, { step_id })
    const before = storedFiles().length
    await me.invoke(removeOwnFile, { id: first.id })
    await expect.poll(() => storedFiles().length).toBe(before - 1)
    await expect(me.invoke(removeOwnFile, { id: second.id })).rejects.toMatchObject({ errors: { step_id: [/first/] } })
    const other = await enrolled()
    await expect(other.me.invoke(removeOwnFile, { id: second.id })).rejects.toMatchObject({ code: 'not_found' })
    const elsewhere = instance.other.invoke(deleteFile, { id, file_id: second.id })
    await expect(elsewhere).rejects.toMatchObject({ code: 'not_found' })
    await instance.acme.invoke(deleteFile, { id, file_id: second.id })
    expect((await instance.acme.invoke(getEnrollment, { id })).data.files).toEqual([])
    await expect.poll(() => storedFiles().length).toBe(before - 2)
  })

  test('unreferenced contents are deleted after a day', async () => {
    const { send, id } = await enrolled()
    const stays = await enrolled()
    await send('gone.pdf', PDF)
    await stays.send('stays.pdf', PDF)
    await instance.acme.invoke(deleteEnrollment, { id })
    const before = storedFiles().length
    const shards = readdirSync(folder)
    await instance.handrail.upkeep()
    expect(storedFiles()).toHaveLength(before)
    const long = new Date(instance.clock.now.getTime() - 25 * 3_600_000)
    for (const shard of shards)
      for (const name of readdirSync(join(folder, shard))) utimesSync(join(folder, shard, name), long, long)
    wait(instance, { minutes: 6 * 60 + 1 })
    await instance.handrail.upkeep()
    expect(storedFiles()).toHaveLength(before - 1)
    const { data } = await instance.acme.invoke(getEnrollment, { id: stays.id })
    const token = tokenOf(data.files[0]?.download_url ?? '')
    const opened = await instance.handrail.asVisitor('192.0.2.1').invoke(downloadFile, { token })
    expect(Buffer.concat(await opened.data.content.toArray())).toEqual(PDF)
  })

  test('a download link ends when the contact or the enrollment is deleted', async () => {
    const visitor = instance.handrail.asVisitor('192.0.2.1')
    for (const end of ['contact', 'enrollment']) {
      const { id, send } = await enrolled()
      await send('plan.pdf', PDF)
      const { data } = await instance.acme.invoke(getEnrollment, { id })
      const token = tokenOf(data.files[0]?.download_url ?? '')
      await visitor.invoke(downloadFile, { token }).then(({ data: opened }) => opened.content.destroy())
      if (end === 'contact') await instance.acme.invoke(deleteContact, { id: data.contact_id })
      else await instance.acme.invoke(deleteEnrollment, { id })
      await expect(visitor.invoke(downloadFile, { token })).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
