// A client unrelated to the attack, in a separate process: sends requests continuously and reports their duration.
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 20
/** A longer wait counts as a failure. */
const GIVE_UP_MS = 30_000

const { TOKEN = '', URLS = '', LINK = '' } = process.env
const urls = URLS.split(' ')
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

/** The result of a phase: milliseconds of each response, and errors. */
interface Phase {
  taken: number[]
  errors: string[]
}

let phase: Phase = { taken: [], errors: [] }

function ask(url: string, { method, path, body }: Asked): Promise<void> {
  const began = performance.now()
  const into = phase
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  return new Promise((resolve) => {
    const sent = request(new URL(path, url), { method, agent, headers, timeout: GIVE_UP_MS }, (response) => {
      response.resume().once('end', () => {
        into.taken.push(performance.now() - began)
        if ((response.statusCode ?? 0) >= 300) into.errors.push(`${method} ${path}: ${response.statusCode}`)
        resolve()
      })
    })
    sent.once('timeout', () => sent.destroy(new Error('it took too long')))
    sent.once('error', (error) => {
      into.taken.push(performance.now() - began)
      into.errors.push(`${method} ${path}: ${error.message}`)
      resolve()
    })
    sent.end(body)
  })
}

// A message ends the phase: the result is reported, and the next phase starts.
process.on('message', () => {
  process.send?.(phase)
  phase = { taken: [], errors: [] }
})

for (let turn = 0; process.connected; turn++) {
  const kind = KINDS[turn % KINDS.length]
  if (kind) void ask(urls[turn % urls.length] ?? '', kind())
  await sleep(EVERY_MS)
}
agent.destroy()
