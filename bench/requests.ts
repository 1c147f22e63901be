import type { Prepared } from './data/databases.ts'
import { ask, creations, SECONDS, type Target, throughput } from './load.ts'
import type { Server } from './servers/server.ts'

export interface Person {
  id: string
  last_name: string
}

/** A kind of requests about contacts. */
export interface Kind {
  what: string
  writes?: boolean
  measure(target: Target, people: readonly Person[]): Promise<number>
}

const any = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T

export const LIST: Kind = {
  what: 'list 25 (requests/s)',
  measure: (target) => throughput(target, () => '/api/v1/contacts'),
}

export const GET: Kind = {
  what: 'get (requests/s)',
  measure: (target, people) => throughput(target, () => `/api/v1/contacts/${any(people).id}`),
}

export const SEARCH: Kind = {
  what: 'search (requests/s)',
  measure: (target, people) =>
    throughput(target, () => `/api/v1/contacts/search?query=${any(people).last_name.toLowerCase().slice(0, 6)}`),
}

export const CREATE: Kind = { what: 'create (requests/s)', writes: true, measure: creations }

export const CREATE_ALONE: Kind = {
  what: 'create with one connection (requests/s)',
  writes: true,
  measure: (target) => creations({ ...target, connections: 1 }),
}

export interface Measured {
  perSecond: number
  /** Processor time of the server for one request, in microseconds; its start left out. */
  processor: number
}

/** Sends requests of a kind to a server for some seconds, and stops it. */
export async function measure(
  server: Server,
  { token }: Pick<Prepared, 'token'>,
  kind: Kind,
  people: readonly Person[],
): Promise<Measured> {
  const before = server.processorMs()
  const perSecond = await kind.measure({ url: server.url, token }, people)
  const processor = ((server.processorMs() - before) * 1000) / (perSecond * SECONDS)
  await server.stop()
  return { perSecond, processor }
}

/** The newest contacts, which are read and searched for. */
export async function newestPeople(server: Server, { token }: Pick<Prepared, 'token'>): Promise<Person[]> {
  const { data } = await ask<{ data: Person[] }>({ url: server.url, token }, '/api/v1/contacts')
  return data.filter(({ last_name }) => last_name.length > 3)
}
