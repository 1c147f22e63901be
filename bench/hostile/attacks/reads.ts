import { connect } from 'node:net'
import { type Attack, type Attacker, repeated } from '../attack.ts'
import { type Answer, send } from '../browser.ts'

const CONNECTIONS = 100

/** Reads of a key that look at much, in a workspace of 100,000 contacts. */
const PATHS = [
  '/api/v1/contacts/search?query=a',
  '/api/v1/contacts?query=%25',
  '/api/v1/contacts?page=990',
  '/api/v1/contacts?sort=name&order=desc&per_page=100',
  '/api/v1/contacts?sort=last_activity_at&query=a&per_page=100',
  '/api/v1/enrollments?query=e',
  '/api/v1/organisations?name=e&sort=domain',
]

const read = ({ url, reader }: Attacker, path: string) =>
  send(new URL(path, url), { headers: { authorization: `Bearer ${reader}` } })

/** Asks for a path as often as a connection may, before it reads an answer. */
function pipelined(url: string, path: string, times: number): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    let statuses = ''
    socket.on('data', (bytes) => {
      statuses +=
        bytes
          .toString('latin1')
          .match(/HTTP\/1\.1 \d+/g)
          ?.join() ?? ''
      if (statuses.split('HTTP').length > times) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => resolve({ status: Number(/HTTP\/1\.1 (\d+)/.exec(statuses)?.[1] ?? 0), text: statuses }))
    socket.setTimeout(30_000, () => socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br\r\n\r\n`.repeat(times))
  })
}

/** Attacks by requests that read. */
export const READS: Attack[] = [
  ...PATHS.map((path) => ({
    name: `${CONNECTIONS} of ${path.replace('/api/v1', '')}`,
    run: (attacker: Attacker) => repeated(CONNECTIONS, () => read(attacker, path)),
  })),
  {
    name: '1,000 searches at once',
    run: (attacker) => repeated(1000, () => read(attacker, PATHS[0] ?? '')),
  },
  ...['/api/v1/openapi.json', '/sign-in', '/docs/guide'].map((path) => ({
    name: `64 connections with 99 of ${path} each`,
    run: ({ url }: Attacker) => repeated(64, () => pipelined(url, path, 99)),
  })),
]
