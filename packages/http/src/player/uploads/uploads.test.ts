import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, openInstance } from '../../../test/support/instance.ts'
import { invite, openAskingForFiles, publish } from '../../../test/support/player.ts'

const { getEnrollment } = operations

const PDF = Buffer.from('%PDF-1.7\nThe plan')

describe.each(ENGINES)('uploads in the player on %s', (engine) => {
  let instance: Awaited<ReturnType<typeof openAskingForFiles>>
  beforeAll(async () => {
    instance = await openAskingForFiles(engine, { accept: ['application/pdf', '.csv', 'image/*'], max_bytes: 100_000 })
  })
  afterAll(() => instance.close())

  const kept = () =>
    existsSync(instance.files)
      ? readdirSync(instance.files).flatMap((shard) => readdirSync(join(instance.files, shard)))
      : []

  async function enrolled() {
    const { id, path } = await instance.invite()
    const address = `${instance.base}${path}/steps/${instance.step_id}`
    const filesNow = async () => (await instance.owner.invoke(getEnrollment, { id })).data.files
    const send = (files: [name: string, content: Buffer][], { script = false, fields = {} } = {}) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
      for (const [name, content] of files) body.append('file', new Blob([new Uint8Array(content)]), name)
      const headers = { 'sec-fetch-site': 'same-origin', ...(script && { accept: 'application/json' }) }
      return fetch(address, { method: 'POST', body, headers, redirect: 'manual' })
    }
    const post = (form: Record<string, string>) =>
      fetch(address, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    return { id, path, address, filesNow, send, post, page: async () => (await fetch(address)).text() }
  }

  test('the page shows allowed types and sizes, and the stored files', async () => {
    const me = await enrolled()
    const before = await me.page()
    expect(before).toMatch(/PDF, CSV,? or photos, 97.7 kB each/i)
    expect(before).toContain('capture="environment"')
    expect(before).toContain('Send a file first.')
    const sent = await me.send([
      ['Plan.pdf', PDF],
      ['Hours and <b>rates.csv', Buffer.from('a,b\n1,2\n')],
    ])
    expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringMatching(/#files$/)])
    const page = await me.page()
    for (const text of ['Plan.pdf', 'Hours and _b_rates.csv', 'Sent, ']) expect(page).toContain(text)
    expect(page).not.toMatch(/download_url|<b>rates/)
    const done = await me.post({})
    expect([done.status, done.headers.get('location')]).toEqual([303, expect.stringMatching(/\/steps\//)])
  })

  test('each file has its own outcome, also without a script', async () => {
    const me = await enrolled()
    const answer = await me.send([
      ['everything.zip', Buffer.from('504b0304140000000800', 'hex')],
      ['Plan.pdf', PDF],
      ['empty.pdf', Buffer.alloc(0)],
      ['large.pdf', Buffer.concat([PDF, Buffer.alloc(100_000)])],
      ['after.pdf', PDF],
      ['logo.png', Buffer.from('<script>alert(1)</script>')],
    ])
    // A reload of the page that follows sends no file again.
    expect(answer.status).toBe(303)
    const page = await (await fetch(new URL(answer.headers.get('location') ?? '', me.address))).text()
    for (const text of [
      'Zip files can&#39;t be sent here. Send the files inside it one by one.',
      'This file is empty.',
      'This file is too large. The limit is 97.7 kB.',
      'Files of this kind can&#39;t be sent here.',
    ])
      expect(page.replaceAll("'", '&#39;')).toContain(text)
    expect((await me.filesNow()).map(({ name }) => name)).toEqual(['Plan.pdf', 'after.pdf'])
  })

  test('the script receives the outcome of each file, and can remove one', async () => {
    const me = await enrolled()
    const sent = await (await me.send([['Plan.pdf', PDF]], { script: true, fields: { bytes: PDF.length } })).json()
    expect(sent).toEqual({ files: [{ id: expect.any(String), name: 'Plan.pdf', text: 'Sent, 17 bytes' }] })
    const refused = await (await me.send([['a.exe', Buffer.from('MZ')]], { script: true })).json()
    expect(refused).toEqual({ files: [{ name: 'a.exe', wrong: expect.stringMatching(/^Files of this kind/) }] })
    // Without a script it asks first.
    const asked = await me.post({ remove: sent.files[0].id })
    expect(asked.headers.get('location')).toContain(`?remove=${sent.files[0].id}#files`)
    const question = await (await fetch(`${me.address}?remove=${sent.files[0].id}`)).text()
    expect(question).toContain('Remove this file?')
    expect(await me.filesNow()).toHaveLength(1)
    for (let turn = 0; turn < 2; turn++)
      expect((await me.post({ remove: sent.files[0].id, sure: '1' })).status).toBe(303)
    expect(await me.filesNow()).toEqual([])
  })

  test('the only file of a completed step stays, and the page says why', async () => {
    const me = await enrolled()
    await me.send([['Plan.pdf', PDF]])
    await me.post({})
    const [file] = await me.filesNow()
    const answer = await me.post({ remove: file?.id ?? '', sure: '1' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('?refused=stays')])
    expect(await (await fetch(`${me.address}?refused=stays`)).text()).toContain('This file completes the step')
    expect(await me.filesNow()).toHaveLength(1)
  })

  test('an announced size of ten gigabytes is refused immediately, for forms and single files', async () => {
    const me = await enrolled()
    const head = (lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
    const { hostname, port, pathname } = new URL(me.address)
    const length = 10 * 1024 ** 3
    const common = [`POST ${pathname} HTTP/1.1`, `Host: ${hostname}`, 'Accept: application/json']
    const type = 'Content-Type: multipart/form-data; boundary=b'
    const part = 'Content-Disposition: form-data; name='
    const starts = [
      [413, head([...common, type, `Content-Length: ${length}`])],
      [
        200,
        `${head([...common, type, 'Content-Length: 1500000'])}--b\r\n${part}"bytes"\r\n\r\n${length}\r\n--b\r\n${part}"file"; filename="a.pdf"\r\n\r\nx`,
      ],
    ] as const
    for (const [status, text] of starts) {
      const socket = connect(Number(port), hostname)
      socket.write(text)
      const answer = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      if (status === 200) expect(answer).toMatch(/too large/)
      socket.destroy()
    }
    expect(await me.filesNow()).toEqual([])
  })

  test('an interrupted upload leaves nothing behind', async () => {
    const me = await enrolled()
    // What a test before this one has left may still be going.
    const before = new Set(kept())
    const come = () => kept().filter((name) => !before.has(name)).length
    const { hostname, port, pathname } = new URL(me.address)
    const socket = connect(Number(port), hostname)
    const body = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${'x'.repeat(50_000)}`
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 90000\r\n\r\n${body}`,
    )
    // It has begun to arrive.
    await expect.poll(come).toBe(1)
    socket.destroy()
    await expect.poll(come).toBe(0)
    expect(await me.filesNow()).toEqual([])
    expect(instance.logged.join('')).not.toContain('"level":50')
  })

  test('two hundred files at once: twenty are stored, the others are refused with the reason', async () => {
    const me = await enrolled()
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, number) => {
        let answer = await me.send([[`${number}.pdf`, PDF]], { script: true })
        // As the script does where the database has too much to do.
        while (answer.status === 503) answer = await me.send([[`${number}.pdf`, PDF]], { script: true })
        const text = await answer.text()
        expect(answer.status, text.slice(0, 3000)).toBe(200)
        return JSON.parse(text).files[0]
      }),
    )
    expect(answers.filter(({ id }) => id !== undefined)).toHaveLength(20)
    expect(new Set(answers.flatMap(({ wrong }) => wrong ?? []))).toEqual(
      new Set(['This step takes 20 files, which you have sent.']),
    )
    expect(await me.filesNow()).toHaveLength(20)
  })

  test('malformed forms are refused without an internal error', async () => {
    const me = await enrolled()
    const before = instance.logged.length
    const post = (type: string, body: string) =>
      fetch(me.address, { method: 'POST', body, headers: { 'content-type': type } }).then(({ status }) => status)
    const multipart = 'multipart/form-data; boundary=b'
    expect(await post('multipart/form-data', 'x')).toBeLessThan(500)
    expect(await post(multipart, 'nonsense')).toBeLessThan(500)
    expect(
      await post(multipart, '--b\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--'),
    ).toBeLessThan(500)
    expect(await post(multipart, `--b\r\nX: ${'y'.repeat(100_000)}\r\n\r\nx\r\n--b--`)).toBeLessThan(500)
    const name = `${'n'.repeat(5000)}.pdf`
    const answer = await me.send([[`../../${name}`, PDF]], { script: true })
    expect((await answer.json()).files[0].name).toHaveLength(255)
    expect(instance.logged.slice(before).join('')).not.toContain('"level":50')
  })
})

test('a full disk during an upload is reported in plain words, and leaves no row', async () => {
  const instance = await openInstance('sqlite', {}, { files: '/dev/null/files' })
  const owner = await instance.handrail.asSystem(instance.acme.id)
  const steps = [{ title: 'Send it', type: 'file_upload' as const }]
  const guide = await publish(owner, { title: 'Start', sections: [{ title: 'One', steps }] })
  const { id, path } = await invite(owner, guide.id)
  const base = await instance.app.listen({ port: 0, host: '127.0.0.1' })
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(PDF)]), 'Plan.pdf')
  const answer = await fetch(`${base}${path}/steps/${guide.sections[0]?.steps[0]?.id}`, { method: 'POST', body })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('We cannot take files')])
  expect((await owner.invoke(getEnrollment, { id })).data.files).toEqual([])
  await instance.close()
})
