import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { expect } from 'vitest'
import type { Server } from '../../../../test/program.ts'

const WAIT = { timeout: 20_000, interval: 20 }

interface Sent {
  method?: string
  token?: string
  headers?: Record<string, string>
  /** A text is sent as a form, anything else as JSON. */
  body?: unknown
}

/** One connection that is kept, and so the same process at each request. */
export interface Connection {
  pid: number
  /** Sends a request, and resolves with the head of the answer. */
  open(path: string, sent?: Sent): Promise<IncomingMessage>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  call(path: string, sent?: Sent): Promise<{ status: number; text: string; json: any }>
  close(): void
}

/** The processes that have said that they take requests, in that order. */
export function processesOf(server: Pick<Server, 'stderr'>): number[] {
  const ready = /"process":(\d+),"msg":"a process takes requests"/g
  return [...server.stderr().matchAll(ready)].map(([, pid]) => Number(pid))
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Resolves once so many processes have taken requests since the start. */
export async function hasStarted(server: Pick<Server, 'stderr'>, count: number): Promise<number[]> {
  await expect.poll(() => processesOf(server).length, WAIT).toBe(count)
  return processesOf(server)
}

/** Connections to each of two processes. */
export async function connectToBoth(server: Server): Promise<[Connection, Connection]> {
  const known = new Map<number, Connection>()
  while (known.size < 2) {
    const connection = await connect(server)
    const double = known.get(connection.pid)
    if (double) connection.close()
    else known.set(connection.pid, connection)
  }
  const [one, other] = [...known.values()]
  if (!one || !other) throw new Error('One process answers everything')
  return [one, other]
}

async function connect(server: Server): Promise<Connection> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  const open = (path: string, { method = 'GET', token, headers = {}, body }: Sent = {}) => {
    const isForm = typeof body === 'string'
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const all = {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type }),
      ...headers,
    }
    return new Promise<IncomingMessage>((resolve, reject) => {
      request(server.url + path, { agent, method, headers: all }, resolve)
        .once('error', reject)
        .end(isForm ? body : body && JSON.stringify(body))
    })
  }

  async function call(path: string, sent?: Sent) {
    const answer = await open(path, sent)
    const text = (await answer.toArray()).join('')
    return { status: answer.statusCode ?? 0, text, json: /^[{[]/.test(text) ? JSON.parse(text) : undefined }
  }

  // The log says which process answers it; of probes it says nothing.
  const id = randomUUID()
  await call('/.well-known/oauth-protected-resource', { headers: { 'x-request-id': id } })
  const line = new RegExp(`"pid":(\\d+),"request_id":"${id}"`)
  await expect.poll(server.stderr, WAIT).toMatch(line)
  const pid = Number(line.exec(server.stderr())?.[1])
  return { pid, open, call, close: () => agent.destroy() }
}
