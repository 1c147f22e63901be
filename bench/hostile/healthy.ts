// A client unrelated to the attack, in a separate process: sends requests continuously and reports their duration.
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 20
/** A longer wait counts as a failure. */
const GIVE_UP_MS = 30_000

const { TOKEN = '', URLS = '', PIDS = '', LINK = '' } = process.env
const pids = PIDS.split(' ')
const servers = URLS.split(' ').map((url, at) => ({ url, pid: pids[at] ?? '' }))
/** Not the one of the attackers. */
const localAddress = '127.0.0.2'
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

interface Asked {
  method: 'GET' | 'POST'
  path: string
  body?: string
}

let made = 0
const health = (): Asked => ({ method: 'GET', path: '/healthz' })
const list = (): Asked => ({ method: 'GET', path: '/api/v1/contacts' })
const create = (): Asked => {
  const contact = { email: `healthy-${++made}@example.com`, first_name: 'Healthy' }
  return { method: 'POST', path: '/api/v1/contacts', body: JSON.stringify({ contact }) }
}
/** The rate limit allows 300 requests to a link in a minute. */
const page = (): Asked => ({ method: 'GET', path: `/g/${LINK}` })
const KINDS = [
  health,
  list,
  create,
  page,
  health,
  list,
  create,
  health,
  list,
  create,
  health,
  list,
  create,
  list,
  create,
]

/** The result of a phase: milliseconds of each response, the own time of the server meanwhile, and errors. */
export interface Phase {
  taken: number[]
  own: number[]
  errors: string[]
}

let phase: Phase = { taken: [], own: [], errors: [] }

/** How long the main thread of a process has run, in milliseconds: whatever else the machine does is not in it. Linux only. */
function ownMs(pid: string): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

function ask({ url, pid }: (typeof servers)[number], { method, path, body }: Asked): Promise<void> {
  const began = performance.now()
  const ownBegan = ownMs(pid)
  const into = phase
  const note = () => {
    into.taken.push(performance.now() - began)
    into.own.push(ownMs(pid) - ownBegan)
  }
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve) => {
    const sent = request(
      new URL(path, url),
      { method, agent, localAddress, headers, timeout: GIVE_UP_MS },
      (response) => {
        response.resume().once('end', () => {
          note()
          if ((response.statusCode ?? 0) >= 300) into.errors.push(`${method} ${path}: ${response.statusCode}`)
          resolve()
        })
      },
    )
    sent.once('timeout', () => sent.destroy(new Error('it took too long')))
    sent.once('error', (error) => {
      note()
      into.errors.push(`${method} ${path}: ${error.message}`)
      resolve()
    })
    sent.end(body)
  })
}

// A message ends the phase: the result is reported, and the next phase starts.
process.on('message', () => {
  process.send?.(phase)
  phase = { taken: [], own: [], errors: [] }
})

for (let turn = 0; process.connected; turn++) {
  const kind = KINDS[turn % KINDS.length]
  const server = servers[turn % servers.length]
  if (kind && server) void ask(server, kind())
  await sleep(EVERY_MS)
}
agent.destroy()
