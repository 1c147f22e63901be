import type { Placeholder, SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Connection } from './database.ts'

interface ContactSearch {
  workspace_id: string
  folded: string
  /** How many of the newest matches are considered. */
  window: number
  limit: number
  offset: number
}

/** A match, and how many there are within the window. */
export interface SearchMatch {
  id: string
  total: number
}

export interface DeliveryClaim {
  /** Endpoints after this id come first: the turn goes round. */
  after: string
  now: string
  lease_until: string
  limit: number
}

export interface ClaimedDelivery {
  workspace_id: string
  id: string
  endpoint_id: string
  event_id: string
  /** With the one that is about to be made. */
  attempts: number
  lease_until: string
}

/** What is sent of an event, `data` as the JSON that it was recorded with. */
export interface DueEvent {
  id: string
  type: string
  occurred_at: string
  data: string
}

/** How an attempt ended. It is written down only where `attempts` and `held_until` are those of its claim. */
export interface DeliveryOutcome {
  workspace_id: string
  id: string
  attempts: number
  held_until: string
  status: string
  response_status: number | null
  response_body: string | null
  error: string | null
  duration_ms: number
  next_attempt_at: string | null
  delivered_at: string | null
  updated_at: string
}

/** All that differs between the engines beyond opening a database. */
export interface Dialect {
  readonly engine: 'sqlite' | 'postgres'
  /** What a driver's error means to the domain: `UniqueViolation`, `unavailable`, or the error itself. */
  translate(error: unknown): unknown
  /** Orders by a column without walking its index, where a selective filter has a better one. */
  unindexed(column: PgColumn): SQL
  /** A row of a counter is split in as many shards. */
  readonly counterShards: number
  /** Whether a folded column contains the text bound to `placeholder`, which `containsValue` prepares. */
  contains(column: PgColumn, placeholder: Placeholder): SQL
  containsValue(folded: string): string
  /**
   * Makes other writers of a record wait until the transaction ends: reading a record and writing it back is then one
   * step. SQLite has one writer anyway.
   */
  lockRecord(connection: Connection, id: string): Promise<void> | void
  /**
   * Takes deliveries that are due, a few of each endpoint in turn, and leases them; none beyond what an endpoint may
   * have under way, also when several processes claim at once.
   */
  claimDeliveries(connection: Connection, claim: DeliveryClaim): Promise<ClaimedDelivery[]>
  /** The events of claimed deliveries, by id, but for those that retention took meanwhile. */
  dueEvents(connection: Connection, claimed: readonly ClaimedDelivery[]): Promise<Map<string, DueEvent>>
  /** Writes down how attempts ended. @returns the ids of those that were still held by the claim that sent them */
  settleDeliveries(connection: Connection, outcomes: readonly DeliveryOutcome[]): Promise<Set<string>>
  /** A page of the newest live contacts whose search text contains `folded`, by relevance, then newest. */
  contactMatches(connection: Connection, search: ContactSearch): Promise<SearchMatch[]> | SearchMatch[]
}

const FOLDED = '(select folded from asked)'
/** Separates names from the e-mail in a search text; a search never contains it. */
const NEWLINE = "'\n'"

/**
 * A search that orders what it finds: the whole name or e-mail, the beginning of either, the beginning of a word, the rest.
 * @param place the placeholder of the text that is looked for; it comes first
 * @param found of `FOLDED`, the query of `id`, `search_text` and `newest` (greater is newer)
 * @param position the engine's function that finds a text in a text, from 1
 */
export function ranked(place: string, found: (folded: string) => string, position: string): string {
  const at = (where: string, what: string) => `${position}(${where}, ${what})`
  return `with asked as (select ${place} as folded), found as materialized (${found(FOLDED)})
    select id, (select count(*) from found) as total from found order by case
      when ${at('search_text', `${FOLDED} || ${NEWLINE}`)} = 1 then 0
      when ${at(`search_text || ${NEWLINE}`, `${NEWLINE} || ${FOLDED} || ${NEWLINE}`)} > 0 then 0
      when ${at('search_text', FOLDED)} = 1 or ${at('search_text', `${NEWLINE} || ${FOLDED}`)} > 0 then 1
      when ${at('search_text', `' ' || ${FOLDED}`)} > 0 then 2
      else 3 end, newest desc`
}
