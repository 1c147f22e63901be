import { Agent, request } from 'node:http'
import autocannon from 'autocannon'

const CONNECTIONS = 64
export const SECONDS = 6

export interface Target {
  url: string
  /** Empty for requests without a token. */
  token: string
  /** Duration; 6 by default. */
  seconds?: number
  /** Whether answers that lead to another page count as well. */
  mayRedirect?: boolean
  /** 64 by default. */
  connections?: number
}

export interface Load {
  /** Total number of requests. */
  requests: number
  perSecond: number
}

interface Work {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  /** Called for each request. */
  next(): { path: string; body?: string; headers?: Record<string, string> }
}

/** Requests per second over 64 connections. `path` is called for each request. */
export async function throughput(target: Target, path: () => string): Promise<number> {
  return (await load(target, { method: 'GET', next: () => ({ path: path() }) })).perSecond
}

let created = 0

/** Contacts created per second, each with a different address. */
export async function creations(target: Target): Promise<number> {
  const run_id = `${process.pid}-${++created}`
  let number = 0
  const { perSecond } = await load(target, {
    method: 'POST',
    next: () => ({
      path: '/api/v1/contacts',
      body: JSON.stringify({
        contact: { email: `new-${run_id}-${++number}@example.com`, first_name: 'Nova', last_name: 'Newman' },
      }),
    }),
  })
  return perSecond
}

function withHeaders(request: autocannon.Request, asked: ReturnType<Work['next']>): autocannon.Request {
  return { ...request, ...asked, headers: { ...request.headers, ...asked.headers } }
}

/** Sends requests over as many connections as the target names. */
export async function load(
  { url, token, seconds = SECONDS, connections = CONNECTIONS, mayRedirect }: Target,
  work: Work,
): Promise<Load> {
  const { method, headers, next } = work
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': 'application/json', ...headers },
    requests: [{ method, setupRequest: (request) => withHeaders(request, next()) }],
  })
  const redirects = mayRedirect ? result['3xx'] : 0
  if (result.non2xx > redirects || result.errors > 0)
    throw new Error(
      `${result.non2xx} answers were not 2xx, ${result.errors} requests failed: the figure would mean nothing`,
    )
  return { requests: result.requests.total, perSecond: result.requests.average }
}

/** Median and 99th percentile, in milliseconds, of sequential requests. */
export async function latency({ url, token }: Target, paths: string[]): Promise<{ median: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization: `Bearer ${token}` }
  const ask = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const began = performance.now()
      request(new URL(path, url), { agent, headers }, (response) => {
        response.resume().on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - began)
          else reject(new Error(`${path} answered ${response.statusCode}`))
        })
      })
        .on('error', reject)
        .end()
    })
  for (const path of paths.slice(0, 50)) await ask(path)
  const taken: number[] = []
  for (const path of paths) taken.push(await ask(path))
  agent.destroy()
  taken.sort((a, b) => a - b)
  const at = (part: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}

/** The response to a GET, as JSON. */
export async function ask<T>({ url, token }: Target, path: string): Promise<T> {
  const response = await fetch(new URL(path, url), { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  // The caller knows the shape of the answer.
  return response.json() as Promise<T>
}

/** The pause between two samples of the event loop, which its metric does not subtract. */
const SAMPLED_EVERY_MS = 10

/** The 99th percentile of the delay of the service's event loop since the last call, in milliseconds; the first call starts it. */
export async function loopDelay(url: string): Promise<number> {
  const between = (await metric(url, 'nodejs_eventloop_lag_p99_seconds')) * 1000
  return Math.max(0, between - SAMPLED_EVERY_MS)
}

/** The value of a metric of the service that has no labels. */
export async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
