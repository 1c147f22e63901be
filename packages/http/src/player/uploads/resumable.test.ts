import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { operations } from '@handrail/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../test/support/instance.ts'
import { openAskingForFiles } from '../../../test/support/player.ts'

const { getEnrollment } = operations

const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(50_000, 'a')])
const coded = (text: string) => Buffer.from(text).toString('base64')

describe.each(ENGINES)('resumable uploads (tus) on %s', (engine) => {
  let instance: Awaited<ReturnType<typeof openAskingForFiles>>
  beforeAll(async () => {
    instance = await openAskingForFiles(engine, { accept: ['application/pdf'], max_bytes: 100_000 })
  })
  afterAll(() => instance.close())

  async function enrolled() {
    const { id, path } = await instance.invite()
    const place = `${path}/steps/${instance.step_id}/uploads`
    const ask = (method: string, address: string, headers: Record<string, string> = {}, body?: Buffer) =>
      fetch(`${instance.base}${address}`, {
        method,
        headers: { 'tus-resumable': '1.0.0', 'sec-fetch-site': 'same-origin', ...headers },
        ...(body && { body: new Uint8Array(body) }),
      })
    const begin = (headers: Record<string, string> = {}) => {
      const metadata = `filename ${coded('Überweisung 日本.pdf')},id ${coded(randomUUID())}`
      return ask('POST', place, { 'upload-length': String(PDF.length), 'upload-metadata': metadata, ...headers })
    }
    const send = (address: string, offset: number | string, body: Buffer, headers: Record<string, string> = {}) =>
      ask(
        'PATCH',
        address,
        { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream', ...headers },
        body,
      )
    const files = async () => (await instance.owner.invoke(getEnrollment, { id })).data.files
    return { ask, begin, send, files, place }
  }

  test('a step that does not exist ends every request with 404, and not with the page of another', async () => {
    const { ask, place } = await enrolled()
    const nowhere = place.replace(String(instance.step_id), randomUUID())
    const headers = { 'upload-length': '10', 'upload-metadata': `filename ${coded('a.pdf')},id ${coded(randomUUID())}` }
    expect((await ask('POST', nowhere, headers)).status).toBe(404)
    const begun = `${nowhere}/${randomUUID()}`
    const offset = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    expect((await ask('PATCH', begun, offset, PDF)).status).toBe(404)
    for (const method of ['HEAD', 'DELETE']) expect((await ask(method, begun)).status).toBe(404)
  })

  test('a file that is sent in two parts is stored as one, with its name', async () => {
    const { ask, begin, send, files } = await enrolled()
    const begun = await begin()
    const address = begun.headers.get('location') ?? ''
    expect([begun.status, begun.headers.get('upload-offset')]).toEqual([201, '0'])
    const first = await send(address, 0, PDF.subarray(0, 20_000))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '20000'])
    const told = await ask('HEAD', address)
    const headers = ['upload-offset', 'upload-length', 'tus-resumable', 'cache-control'].map((name) =>
      told.headers.get(name),
    )
    expect([told.status, ...headers]).toEqual([200, '20000', String(PDF.length), '1.0.0', 'no-store'])
    const last = await send(address, 20_000, PDF.subarray(20_000), { accept: 'application/json' })
    expect([last.status, await last.json()]).toMatchObject([200, { files: [{ name: 'Überweisung 日本.pdf' }] }])
    expect(await files()).toMatchObject([
      { name: 'Überweisung 日本.pdf', bytes: PDF.length, media_type: 'application/pdf' },
    ])
  })

  test('the digest of received bytes is told to whoever has the link, and to nobody else', async () => {
    const { ask, begin, send } = await enrolled()
    const other = await enrolled()
    const address = (await begin()).headers.get('location') ?? ''
    await send(address, 0, PDF.subarray(0, 20_000))
    const range = '/digest?offset=5&bytes=19000'
    const answer = await ask('GET', `${address}${range}`)
    const sha256 = createHash('sha256').update(PDF.subarray(5, 19_005)).digest('hex')
    expect([answer.status, answer.headers.get('cache-control'), await answer.json()]).toEqual([
      200,
      'no-store',
      { sha256 },
    ])
    const place = `${other.place}/${address.split('/').at(-1)}`
    for (const [refused, status] of [
      [`${place}${range}`, 404],
      [`${address}/digest?offset=0&bytes=20001`, 422],
      [`${address}/digest?offset=0&bytes=9000000`, 422],
      [`${address}/digest?offset=0`, 400],
      [`${address}/digest?offset=-1&bytes=1`, 400],
    ] as const)
      expect((await ask('GET', refused)).status, refused).toBe(status)
  })

  test('bytes that arrived before the connection was lost are kept', async () => {
    const { ask, begin, send, files } = await enrolled()
    const address = (await begin()).headers.get('location') ?? ''
    const { hostname, port } = new URL(instance.base)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    const head = [
      `PATCH ${address} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Content-Type: application/offset+octet-stream',
      'Upload-Offset: 0',
      `Content-Length: ${PDF.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.write(PDF.subarray(0, 30_000))
    const incoming = join(instance.files, 'incoming')
    const sizes = () => readdirSync(incoming).map((name) => statSync(join(incoming, name)).size)
    await expect.poll(sizes).toEqual([30_000])
    socket.destroy()
    const offset = async () => (await ask('HEAD', address)).headers.get('upload-offset')
    await expect.poll(offset).toBe('30000')
    await send(address, 30_000, PDF.subarray(30_000))
    expect(await files()).toMatchObject([{ bytes: PDF.length }])
  })

  test('invalid requests are refused with a reason, and leave nothing behind', async () => {
    const { ask, begin, send, files, place } = await enrolled()
    const other = await enrolled()
    const address = (await begin()).headers.get('location') ?? ''
    const its = address.split('/').at(-1)
    expect((await send(address, 7, PDF)).status).toBe(409)
    expect((await send(address, 0, Buffer.concat([PDF, PDF]))).status).toBe(422)
    expect((await send(address, '-1', PDF)).status).toBe(400)
    expect((await send(address, '1e3', PDF)).status).toBe(400)
    expect((await send(address, 0, PDF, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await send(address, 0, PDF, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send(address, 0, PDF, { 'tus-resumable': '0.2.2' })).status).toBe(412)
    expect((await send(`${other.place}/${its}`, 0, PDF)).status).toBe(404)
    expect((await ask('HEAD', `${other.place}/${its}`)).status).toBe(404)
    expect((await ask('DELETE', `${other.place}/${its}`)).status).toBe(404)
    expect((await ask('HEAD', `${place}/..%2f..%2fhandrail.db`)).status).toBe(404)
    expect((await ask('HEAD', address)).headers.get('upload-offset')).toBe('0')
    expect(await files()).toEqual([])
  })

  test.each([
    ['is too large', { 'upload-length': '100001' }, /too large/],
    ['is 10 GB', { 'upload-length': String(10 * 1024 ** 3) }, /too large/],
    ['is empty', { 'upload-length': '0' }, /empty/],
  ])('an upload that %s is refused at its start', async (_, headers, text) => {
    const { begin } = await enrolled()
    const refused = await begin(headers)
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { files: [{ wrong: expect.stringMatching(text) }] },
    ])
  })

  test('a cancelled upload is removed', async () => {
    const { ask, begin } = await enrolled()
    const address = (await begin()).headers.get('location') ?? ''
    expect((await ask('DELETE', address)).status).toBe(204)
    expect((await ask('HEAD', address)).status).toBe(404)
  })
})
