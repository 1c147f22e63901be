import { and, asc, count, desc, eq, gt, inArray, lt, max, notInArray } from 'drizzle-orm'
import type { Reader, Tx } from '../../storage/database.ts'
import { HOUR_MS, later } from '../../times.ts'
import { countUnused, unusedRegistrations } from './store.ts'

/** Limits of unused registrations, per network and in total. */
const MAX_OF_SOURCE = 50
const MAX_IN_TOTAL = 5000
/** After this time, an unused registration can be evicted for another of its own network. */
const STALE_MS = HOUR_MS
/**
 * The numbers of leading parts of an address that define a network, from the widest to the narrowest: of IPv4 16, 24
 * and 32 bits, of IPv6 32, 48 and 64. A flood from many addresses shares one of these.
 */
const WIDTHS = [2, 3, 4]

/** The number of unused registrations of a network. */
interface NetworkLoad {
  source: string
  total: number
  newest: string
}

/**
 * Makes room for one more client of a network. If the total is reached, the network with the most unused clients loses
 * its newest, so a flood evicts only itself.
 * @returns false if the requesting network is the most crowded one
 */
export async function limitUnusedClients(tx: Tx, { source, at }: { source: string; at: string }): Promise<boolean> {
  const isFull = (await countUnused(tx)) >= MAX_IN_TOTAL
  const isCrowded = (await countUnused(tx, source)) >= MAX_OF_SOURCE
  if (!isFull && !isCrowded) return true
  const crowded = isCrowded ? source : mostCrowded(await crowdsOf(tx, at), source)
  return forgetOne(tx, { source: crowded, own: crowded === source, at })
}

/** Deletes its newest client, or for the requesting network its oldest stale one. @returns whether there was one */
async function forgetOne(tx: Tx, { source, own, at }: { source: string; own: boolean; at: string }): Promise<boolean> {
  const { oauth_clients: clients } = tx.tables
  const stale = own ? lt(clients.created_at, later(at, -STALE_MS)) : undefined
  const order = own ? asc : desc
  const first = tx.db
    .select({ id: clients.id })
    .from(clients)
    .where(and(forgettable(tx, at), eq(clients.source, source), stale))
    .orderBy(order(clients.created_at), order(clients.id))
    .limit(1)
  const forgotten = await tx.db.delete(clients).where(inArray(clients.id, first)).returning({ id: clients.id })
  return forgotten.length > 0
}

/** The unused clients without a consent request in progress. */
function forgettable(reader: Reader, at: string) {
  const { oauth_clients: clients, oauth_consents: consents } = reader.tables
  const asked = reader.db.select({ id: consents.client_id }).from(consents).where(gt(consents.expires_at, at))
  return and(unusedRegistrations(reader), notInArray(clients.id, asked))
}

async function crowdsOf(reader: Reader, at: string): Promise<NetworkLoad[]> {
  const { oauth_clients: clients } = reader.tables
  const crowds = await reader.db
    .select({ source: clients.source, total: count(), newest: max(clients.created_at) })
    .from(clients)
    .where(forgettable(reader, at))
    .groupBy(clients.source)
  return crowds.map(({ source, total, newest }) => ({ source: source ?? '', total, newest: newest ?? '' }))
}

/** The most crowded network, from the widest to the narrowest; among equals, the one that grew last. */
function mostCrowded(crowds: NetworkLoad[], asking: string): string {
  // Counted with the requested client, so that among networks with one client each a new one is not the most crowded.
  let left: NetworkLoad[] = [...crowds, { source: asking, total: 1, newest: '' }]
  for (const width of WIDTHS) {
    const networks = Map.groupBy(left, ({ source }) => source.split(/[.:]/).slice(0, width).join('.'))
    left = [...networks.values()].reduce((most, other) => (isLarger(other, most) ? other : most))
  }
  return left[0]?.source ?? asking
}

function isLarger(crowds: NetworkLoad[], others: NetworkLoad[]): boolean {
  const more = totalOf(crowds) - totalOf(others)
  return more > 0 || (more === 0 && newestOf(crowds) > newestOf(others))
}

function totalOf(crowds: NetworkLoad[]): number {
  return crowds.reduce((sum, { total }) => sum + total, 0)
}

function newestOf(crowds: NetworkLoad[]): string {
  return (
    crowds
      .map(({ newest }) => newest)
      .sort()
      .at(-1) ?? ''
  )
}
