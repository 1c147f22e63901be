import { type Operations, routes } from '../generated/operations.ts'
import { type Batches, batchesOf } from './batches.ts'
import { listOf, type Page } from './lists.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { createSend, type Request } from './send.ts'

/** The operations of an instance, as functions, and helpers for many records. */
export type Client = Operations & Batches

type Input = Record<string, unknown>

/**
 * A client of the instance at `baseUrl`.
 * @throws TypeError if `baseUrl` is not a URL
 */
export function createClient(options: ClientOptions): Client {
  const send = createSend(options)
  const operations = Object.entries(routes).map(([name, route]) => {
    const [method = '', path = '', key] = route.split(' ')
    const call = (input: Input, callOptions?: CallOptions) => send(requestOf(method, path, key, input), callOptions)
    // The generated types say what the server answers.
    const list = (input: Input, callOptions?: CallOptions) =>
      listOf(input, (position) => call({ ...position }, callOptions) as Promise<Page>)
    const run = key === 'list' ? list : call
    return [name, (input: Input = {}, callOptions?: CallOptions) => run(input, callOptions)]
  })
  // Both are generated from the same document.
  return { ...(Object.fromEntries(operations) as Operations), ...batchesOf(send) }
}

/** Places the input into the path, and what is left into the body or the query. */
function requestOf(method: string, template: string, key: string | undefined, input: Input): Request {
  const rest = { ...input }
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    delete rest[name]
    return encodeURIComponent(segmentOf(name, input[name]))
  })
  if (method !== 'GET') return { method, path, ...(key ? { body: { [key]: rest } } : {}) }
  const search = queryOf(rest).toString()
  return { method, path: search === '' ? path : `${path}?${search}` }
}

/** Lists give their name with each value, objects each key in brackets. */
function queryOf(input: Input): URLSearchParams {
  const query = new URLSearchParams()
  const append = (name: string, value: unknown) => {
    if (value === null) throw new TypeError(`${name} cannot be null: leave it out, or give a value`)
    if (value !== undefined) query.append(name, String(value))
  }
  for (const [name, value] of Object.entries(input)) {
    if (Array.isArray(value)) for (const one of value) append(name, one)
    else if (typeof value !== 'object' || value === null) append(name, value)
    else for (const [key, one] of Object.entries(value)) append(`${name}[${key}]`, one)
  }
  return query
}

/** @throws TypeError for a value with which the address would be that of another resource */
function segmentOf(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (text === '' || text === '.' || text === '..') throw new TypeError(`${name} cannot be "${text}"`)
  return text
}
