import { or, sql } from 'drizzle-orm'
import type { Filter } from '../../records/lists/lists.ts'
import { fold } from '../../records/text.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { trigramsOf } from './trigrams.ts'

/** More words than names have are a text, whose order means something. */
export const MAX_WORDS = 4

/** Of a name in several words, the orders in which people write it: "baker zoe" is "zoe baker". */
export function ordersOf(folded: string): string[] {
  const words = folded.split(' ')
  return words.length > MAX_WORDS
    ? [folded]
    : words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '))
}

/** The filters of a list by a part of a name or e-mail: one for each number of orders that its words may stand in. */
export const searchFilters: Record<string, Filter<Tables['contacts']>> = Object.fromEntries(
  Array.from({ length: MAX_WORDS }, (_, at) => [nameOf(at + 1), inOrders(at + 1)]),
)

/** The values of the filters, as the conditions take them. */
export function searchValues({ query, ...others }: Record<string, unknown>, dialect: Dialect) {
  if (typeof query !== 'string') return others
  const orders = ordersOf(fold(query))
  const values = orders.map((order, at) => [placeOf(at), dialect.containsValue(order)])
  const terms = orders.map(trigramsOf)
  // Of one or two letters, there are too many to be found by an index.
  const trigrams = terms.includes(undefined) ? undefined : terms.map((some) => `(${some})`).join(' OR ')
  return { ...others, [nameOf(orders.length)]: true, ...Object.fromEntries(values), trigrams }
}

function inOrders(count: number): Filter<Tables['contacts']> {
  const places = Array.from({ length: count }, (_, at) => sql.placeholder(placeOf(at)))
  return (t, dialect) => sql`(${or(...places.map((place) => dialect.contains(t.search_text, place)))})`
}

/** The name of the filter by so many orders. */
export function nameOf(count: number): string {
  return `query_in_${count}`
}

function placeOf(at: number): string {
  return `order_${at}`
}
