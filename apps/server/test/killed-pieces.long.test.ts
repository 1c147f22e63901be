import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { call, useProgram } from '../../../test/program.ts'

const { serve, path } = useProgram()
const PIECE = 'application/offset+octet-stream'
/** As the step of the sample takes it, of two pieces. */
const CONTENT = Buffer.from(JSON.stringify({ keys: randomBytes(400_000).toString('hex') }))
const HALF = 300_000

interface Named {
  id: string
  title: string
  type: string
}

test('resumable uploads: acknowledged parts survive a kill of the server during the next part', async () => {
  const first = await serve(['--demo'])
  const key = /hr_key_[\w-]+/.exec(first.stdout())?.[0] ?? ''
  const read = async (url: string, path: string) => (await call(`${url}/api/v1${path}`, key)).json.data
  const [{ id, step, link }] = await stepsForFiles((path) => read(first.url, path))
  const place = `${new URL(link).pathname}/steps/${step}/uploads`
  const upload = randomUUID()
  const metadata = `id ${coded(upload)},filename ${coded('metadata.json')}`
  const headers = { 'upload-length': String(CONTENT.length), 'upload-metadata': metadata }
  expect((await fetch(`${first.url}${place}`, { method: 'POST', headers })).status).toBe(201)
  expect((await send(first.url, 0, CONTENT.subarray(0, HALF))).status).toBe(204)
  // The second is on its way, and not at its end.
  const { hostname, port } = new URL(first.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const head = `PATCH ${place}/${upload} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: ${PIECE}`
  socket.write(`${head}\r\nUpload-Offset: ${HALF}\r\nContent-Length: 100000\r\n\r\n`)
  socket.write(CONTENT.subarray(HALF, HALF + 1000))
  await expect.poll(() => readdirSync(path('data/files/incoming'))).toHaveLength(1)
  first.kill('SIGKILL')
  expect((await first.ended).signal).toBe('SIGKILL')

  const second = await serve()
  const told = await fetch(`${second.url}${place}/${upload}`, { method: 'HEAD' })
  expect(told.headers.get('upload-offset')).toBe(String(HALF))
  expect((await send(second.url, HALF, CONTENT.subarray(HALF))).status).toBe(204)
  const { files } = await read(second.url, `/enrollments/${id}`)
  const [{ download_url }] = files.filter((file: Named) => file.id === upload)
  const whole = await fetch(`${second.url}${new URL(download_url).pathname}`)
  expect(Buffer.from(await whole.arrayBuffer()).equals(CONTENT)).toBe(true)

  function send(url: string, offset: number, body: Buffer) {
    const headers = { 'upload-offset': String(offset), 'content-type': PIECE }
    return fetch(`${url}${place}/${upload}`, { method: 'PATCH', headers, body: new Uint8Array(body) })
  }
}, 120_000)

const coded = (text: string) => Buffer.from(text).toString('base64')

/** Somebody who was invited to a guide that asks for files. */
async function stepsForFiles(read: (path: string) => Promise<unknown>) {
  const found = []
  for (const { id } of (await read('/guides')) as Named[]) {
    const guide = (await read(`/guides/${id}`)) as { sections: { steps: Named[] }[] }
    const step = guide.sections.flatMap(({ steps }) => steps).find(({ type }) => type === 'file_upload')
    const enrollments = (await read(`/enrollments?guide_id=${id}&status=invited`)) as { id: string; url: string }[]
    const [enrollment] = enrollments
    if (step && enrollment) found.push({ id: enrollment.id, step: step.id, link: enrollment.url })
  }
  return found as [(typeof found)[number]]
}
