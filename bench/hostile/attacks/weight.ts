import { connect } from 'node:net'
import { type Attack, repeated } from '../attack.ts'
import { type Answer, send } from '../browser.ts'

const MIB = 1024 * 1024

/** Sends bytes on a separate connection until it is closed or the limit is reached. @returns the beginning of the response */
function pour(url: string, head: string, piece: string, most: number): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    const body = Buffer.from(piece)
    let text = ''
    const write = () => {
      while (!socket.destroyed && socket.bytesWritten < most && socket.write(body));
    }
    socket.on('data', (bytes) => {
      if (text.length < 1000) text += bytes
    })
    socket.on('drain', write)
    socket.on('error', () => undefined)
    socket.once('close', () => resolve({ status: Number(/HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), text }))
    socket.setTimeout(5000, () => socket.destroy())
    socket.write(head)
    write()
  })
}

const GET = 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'
const upload = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${300 * MIB}\r\n\r\n`

/** Attacks by large numbers of requests or bytes. */
export const WEIGHT: Attack[] = [
  {
    name: '20,000 requests on one connection',
    run: ({ url }) => repeated(4, () => pour(url, '', GET.repeat(2000), 20_000 * GET.length)),
  },
  {
    name: '300 MB to a dead link',
    run: ({ url }) => repeated(3, () => pour(url, upload('/g/none/steps/none'), 'a'.repeat(64 * 1024), 300 * MIB)),
  },
  {
    name: '300 MB to an address that takes nothing',
    run: ({ url }) => repeated(3, () => pour(url, upload('/nowhere'), 'a'.repeat(64 * 1024), 300 * MIB)),
  },
  {
    name: 'forty archives at once',
    run: ({ admin, url }) =>
      repeated(40, async () => {
        const asked = await admin.call('create_export', { export: { what: 'workspace' } })
        if (asked.status !== 200) return asked
        return send(new URL(new URL(JSON.parse(asked.text).data.url).pathname, url))
      }),
  },
  {
    name: 'Markdown of 99 KB that is all tables',
    async run({ admin, url, token, guide_id }) {
      const markdown = `${'|a'.repeat(40)}|\n${'|-'.repeat(40)}|\n${'|\n'.repeat(48_000)}`
      const sections = [{ title: 'S', steps: [{ title: 'T', content: { markdown } }] }]
      const written = await admin.call('update_guide', { id: guide_id, title: 'Heavy', sections })
      const published = await admin.call('publish_guide', { id: guide_id })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const post = (path: string, body: object) =>
        send(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body) })
      const made = await post('/api/v1/contacts', {
        contact: { email: `${crypto.randomUUID()}@b.example`, first_name: 'A' },
      })
      const contact_id = JSON.parse(made.text).data?.id
      const enrolled = await post('/api/v1/enrollments', { enrollment: { contact_id, guide_id } })
      const link = JSON.parse(enrolled.text).data?.access_token
      const page = await send(new URL(`/g/${link}`, url))
      const step = /\/steps\/([\w-]+)/.exec(page.text)?.[1]
      return [
        written,
        published,
        enrolled,
        ...(await repeated(10, () => send(new URL(`/g/${link}/steps/${step}`, url)))),
      ]
    },
  },
  {
    name: '200 sign-ins of made-up accounts',
    run: ({ url }) =>
      repeated(200, (time) =>
        send(new URL('/sign-in', url), {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            origin: url,
            'sec-fetch-site': 'same-origin',
          },
          body: new URLSearchParams({ email: `${time}@made-up.example`, password: 'a wrong password', return_to: '/' }),
        }),
      ),
  },
  {
    name: '1,000 requests that are cancelled at once',
    run: ({ url, reader }) =>
      repeated(1000, async () => {
        const headers = { authorization: `Bearer ${reader}` }
        const signal = AbortSignal.timeout(5)
        return { ...(await send(new URL('/api/v1/contacts/search?query=a', url), { headers, signal })), text: '' }
      }),
  },
  {
    name: '2,000 connections with two searches each, from one address',
    run: ({ url, reader }) =>
      repeated(2000, () =>
        pour(
          url,
          `GET /api/v1/contacts/search?query=a HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${reader}\r\n\r\n`.repeat(
            2,
          ),
          '',
          0,
        ),
      ),
  },
  {
    name: '500 connections that send nothing',
    run: ({ url }) => repeated(500, () => pour(url, 'GET /healthz HTTP/1.1\r\nHo', '', 0)),
  },
]
