import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, eventsOf, type Instance, openInstance } from '../../../test/instance.ts'
import { enroll } from '../../../test/mail.ts'
import { wait } from '../../../test/people.ts'
import { operations } from '../../index.ts'

const {
  beginUpload,
  continueUpload,
  createGuide,
  downloadFile,
  dropUpload,
  getEnrollment,
  getUpload,
  getUploadDigest,
  publishGuide,
  removeOwnFile,
  uploadFile,
} = operations

const TEXT = Buffer.from('Ten bytes and then some more of them')

describe.each(ENGINES)('resumable uploads on %s', (engine) => {
  let instance: Instance
  let guide_id: string
  let step_id: string
  let other_step_id: string
  beforeAll(async () => {
    instance = await openInstance(engine)
    const content = { accept: ['.txt'], max_bytes: 1000 }
    const { data } = await instance.acme.invoke(createGuide, {
      title: 'Start',
      sections: [
        {
          title: 'One',
          steps: [
            { title: 'Send', type: 'file_upload', content },
            { title: 'Send more', type: 'file_upload' },
          ],
        },
      ],
    })
    await instance.acme.invoke(publishGuide, { id: data.id })
    guide_id = data.id
    ;[step_id = '', other_step_id = ''] = data.sections[0]?.steps.map(({ id }) => id) ?? []
  })
  afterAll(() => instance.close())

  const storedFiles = () =>
    (existsSync(instance.files) ? readdirSync(instance.files) : []).flatMap((shard) =>
      readdirSync(join(instance.files, shard)).map((name) => join(instance.files, shard, name)),
    )
  /** The contents stored since now; cancelled ones may still be deleted in the background. */
  function keptFromNow() {
    const previous = new Set(storedFiles())
    return () => storedFiles().filter((path) => !previous.has(path))
  }
  async function enrolled() {
    const { id: enrollment_id, access_token } = await enroll(instance.acme, { guide_id })
    const me = await instance.handrail.asContact(access_token)
    const begin = async (given: Partial<{ id: string; bytes: number; step_id: string; name: string }> = {}) =>
      (await me.invoke(beginUpload, { step_id, id: randomUUID(), name: 'a.txt', bytes: TEXT.length, ...given })).data
    const send = async (id: string, offset: number, content: Buffer | AsyncIterable<Uint8Array>) => {
      const stream = Buffer.isBuffer(content) ? Readable.from(content.length > 0 ? [content] : []) : content
      return (await me.invoke(continueUpload, { step_id, id, offset, content: stream })).data
    }
    const files = async () => (await instance.acme.invoke(getEnrollment, { id: enrollment_id })).data.files
    return { me, begin, send, files, enrollment_id }
  }
  const contentOf = async (url: string) => {
    const token = new URL(url).pathname.slice('/files/'.length)
    const { data } = await instance.handrail.asVisitor('192.0.2.1').invoke(downloadFile, { token })
    return Buffer.concat(await data.content.toArray())
  }

  test('the last chunk completes one file, with one event, and leaves no chunk behind', async () => {
    const { begin, send, files, me, enrollment_id } = await enrolled()
    const added = keptFromNow()
    const { id } = await begin()
    expect(await send(id, 0, TEXT.subarray(0, 10))).toMatchObject({ received: 10, file: null })
    expect(await send(id, 10, TEXT.subarray(10, 20))).toMatchObject({ received: 20, file: null })
    expect(await files()).toEqual([])
    const last = await send(id, 20, TEXT.subarray(20))
    expect(last).toMatchObject({ received: TEXT.length, file: { id, name: 'a.txt', media_type: 'text/plain' } })
    const [file] = await files()
    expect(await contentOf(file?.download_url ?? '')).toEqual(TEXT)
    await expect.poll(added).toHaveLength(1)
    // A repeated request after a lost response returns the same.
    const again = { received: TEXT.length, file: { id } }
    expect(await send(id, TEXT.length, Buffer.alloc(0))).toMatchObject(again)
    expect(await begin({ id })).toMatchObject(again)
    expect((await me.invoke(getUpload, { step_id, id })).data).toMatchObject(again)
    const told = (await eventsOf(instance, instance.acme)).filter(({ type }) => type === 'file.uploaded')
    expect(told.filter(({ data }) => data.id === enrollment_id)).toHaveLength(1)
  })

  test('the received part of an interrupted chunk is kept', async () => {
    const { begin, send, me, files } = await enrolled()
    const { id } = await begin()
    async function* cut() {
      yield TEXT.subarray(0, 7)
      throw new Error('aborted')
    }
    expect(await send(id, 0, cut())).toMatchObject({ received: 7 })
    expect((await begin({ id })).received).toBe(7)
    expect((await me.invoke(getUpload, { step_id, id })).data).toMatchObject({ received: 7, bytes: TEXT.length })
    await send(id, 7, TEXT.subarray(7))
    expect(await contentOf((await files())[0]?.download_url ?? '')).toEqual(TEXT)
  })

  test('the digest of a range is that of the received bytes, also across chunks and once the file is complete', async () => {
    const { begin, send, me, files } = await enrolled()
    const { id } = await begin()
    for (const [from, to] of [
      [0, 10],
      [10, 13],
      [13, 30],
    ] as const)
      await send(id, from, TEXT.subarray(from, to))
    const compare = async (offset: number, bytes: number) => {
      const { data } = await me.invoke(getUploadDigest, { step_id, id, offset, bytes })
      const sha256 = createHash('sha256')
        .update(TEXT.subarray(offset, offset + bytes))
        .digest('hex')
      expect(data, `${bytes} from ${offset}`).toEqual({ sha256 })
    }
    for (const [offset, bytes] of [
      [0, 30],
      [0, 1],
      [9, 2],
      [10, 3],
      [5, 20],
      [29, 1],
    ] as const)
      await compare(offset, bytes)
    for (const range of [
      { offset: 0, bytes: 31 },
      { offset: 30, bytes: 1 },
      { offset: 0, bytes: 8 * 1024 ** 2 + 1 },
    ])
      await expect(me.invoke(getUploadDigest, { step_id, id, ...range })).rejects.toMatchObject({
        errors: { bytes: [expect.any(String)] },
      })
    await send(id, 30, TEXT.subarray(30))
    await compare(0, TEXT.length)
    await compare(20, 12)
    await me.invoke(removeOwnFile, { id: (await files())[0]?.id ?? '' })
    await expect(me.invoke(getUploadDigest, { step_id, id, offset: 0, bytes: 1 })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('a complete upload takes no chunk of another connection for its own', async () => {
    const { begin, send } = await enrolled()
    const { id } = await begin()
    await send(id, 0, TEXT)
    await expect(send(id, 0, Buffer.alloc(TEXT.length, 'b'))).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a wrong offset, too many bytes or a second connection change nothing', async () => {
    const { begin, send, files } = await enrolled()
    const { id } = await begin()
    await send(id, 0, TEXT.subarray(0, 10))
    const added = keptFromNow()
    for (const offset of [0, 9, 11, 1000])
      await expect(send(id, offset, TEXT)).rejects.toMatchObject({ code: 'conflict' })
    await expect(send(id, 10, TEXT)).rejects.toMatchObject({ errors: { content: [/larger than declared/] } })
    expect(added()).toEqual([])
    // Both connections hold back their last bytes until both have sent: one is stored.
    let arrived = 0
    let go: (() => void) | undefined
    const both = new Promise<void>((resolve) => {
      go = resolve
    })
    async function* slow(byte: number) {
      yield Buffer.alloc(5, byte)
      if (++arrived === 2) go?.()
      await both
    }
    const outcomes = await Promise.allSettled([send(id, 10, slow(65)), send(id, 10, slow(66))])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
    expect(added()).toHaveLength(1)
    await send(id, 15, TEXT.subarray(15))
    const content = (await contentOf((await files())[0]?.download_url ?? '')).toString()
    expect([
      `${TEXT.subarray(0, 10)}AAAAA${TEXT.subarray(15)}`,
      `${TEXT.subarray(0, 10)}BBBBB${TEXT.subarray(15)}`,
    ]).toContain(content)
  })

  test('sending the last chunk twice at once creates one file', async () => {
    const { begin, send, files } = await enrolled()
    const { id } = await begin()
    await send(id, 0, TEXT.subarray(0, 30))
    const outcomes = await Promise.allSettled([send(id, 30, TEXT.subarray(30)), send(id, 30, TEXT.subarray(30))])
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await files()).toHaveLength(1)
  })

  test('an upload continues only for its own enrollment and step', async () => {
    const [mine, other] = [await enrolled(), await enrolled()]
    const { id } = await mine.begin()
    const content = () => Readable.from([TEXT])
    for (const [by, key] of [
      [other.me, { step_id, id }],
      [mine.me, { step_id: other_step_id, id }],
      [mine.me, { step_id, id: randomUUID() }],
    ] as const) {
      const absent = { code: 'not_found' }
      await expect(by.invoke(continueUpload, { ...key, offset: 0, content: content() })).rejects.toMatchObject(absent)
      await expect(by.invoke(getUpload, key)).rejects.toMatchObject(absent)
      await expect(by.invoke(getUploadDigest, { ...key, offset: 0, bytes: 1 })).rejects.toMatchObject(absent)
      await expect(by.invoke(dropUpload, key)).rejects.toMatchObject(absent)
    }
    await expect(other.begin({ id })).rejects.toMatchObject({ errors: { id: ['has already been taken'] } })
    await expect(mine.begin({ id, bytes: 3 })).rejects.toMatchObject({ errors: { id: ['has already been taken'] } })
    expect((await mine.me.invoke(getUpload, { step_id, id })).data.received).toBe(0)
  })

  test.each([
    ['empty', { bytes: 0 }, /can't be empty/],
    ['too large', { bytes: 1001 }, /too large.*1000 bytes/],
  ])('an upload declared as %s is rejected at its start', async (_, given, problem) => {
    const { begin } = await enrolled()
    await expect(begin(given)).rejects.toMatchObject({ errors: { content: [problem] } })
  })

  test('a completed upload that is rejected leaves nothing, and the maximum of the step holds', async () => {
    const { begin, send, me, files } = await enrolled()
    const added = keptFromNow()
    const zip = Buffer.from('504b0304140000000800', 'hex')
    const { id } = await begin({ bytes: zip.length })
    await expect(send(id, 0, zip)).rejects.toMatchObject({ errors: { content: [/must be one of/] } })
    await expect(me.invoke(getUpload, { step_id, id })).rejects.toMatchObject({ code: 'not_found' })
    await expect.poll(added).toEqual([])
    for (let number = 0; number < 20; number++)
      await me.invoke(uploadFile, { step_id, name: `${number}.txt`, content: Readable.from([TEXT]) })
    await expect(begin()).rejects.toMatchObject({ errors: { step_id: [/20 files already/] } })
    await me.invoke(removeOwnFile, { id: (await files())[0]?.id ?? '' })
    await begin()
  })

  test('of unfinished uploads the oldest are deleted, and all after a day', async () => {
    const { begin, send, me } = await enrolled()
    const added = keptFromNow()
    const begun: string[] = []
    for (let number = 0; number < 21; number++) {
      const { id } = await begin()
      begun.push(id)
      wait(instance, { minutes: 1 })
      if (number < 2) await send(id, 0, TEXT.subarray(0, 10))
    }
    const isThere = (id = '') =>
      me.invoke(getUpload, { step_id, id }).then(
        () => true,
        () => false,
      )
    expect([await isThere(begun[0]), await isThere(begun[1]), await isThere(begun[20])]).toEqual([false, true, true])
    await expect.poll(added).toHaveLength(1)
    wait(instance, { days: 1, minutes: 1 })
    const long = new Date(instance.clock.now.getTime() - 2 * 86_400_000)
    for (const path of storedFiles()) utimesSync(path, long, long)
    await instance.handrail.upkeep()
    expect(await isThere(begun[20])).toBe(false)
    expect(added()).toEqual([])
  })

  test('a cancelled upload is deleted', async () => {
    const { begin, send, me } = await enrolled()
    const added = keptFromNow()
    const { id } = await begin()
    await send(id, 0, TEXT.subarray(0, 10))
    await me.invoke(dropUpload, { step_id, id })
    await expect(me.invoke(getUpload, { step_id, id })).rejects.toMatchObject({ code: 'not_found' })
    await expect.poll(added).toEqual([])
  })
})
