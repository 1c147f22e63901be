import { or, sql } from 'drizzle-orm'
import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { Filter } from '../../records/lists/source.ts'
import { fold } from '../../records/text.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { trigramsOf } from './trigrams.ts'

/** A longer text is not a name, and its order matters. */
export const MAX_WORDS = 4

/** @throws AppError `validation_error` where nothing is left to search for */
export function foldedQuery(query: string): string {
  const folded = fold(query)
  if (folded === '') throw validationError({ query: fieldError('blank') })
  return folded
}

/** The orders in which people write the words of a name: "baker zoe" matches "zoe baker". */
export function ordersOf(folded: string): string[] {
  const words = folded.split(' ')
  return words.length > MAX_WORDS
    ? [folded]
    : words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(' '))
}

/** Filters of a list by part of a name or e-mail: one for each number of word orders. */
export const searchFilters: Record<string, Filter<Tables['contacts']>> = Object.fromEntries(
  Array.from({ length: MAX_WORDS }, (_, at) => [nameOf(at + 1), inOrders(at + 1)]),
)

/** The values of the filters for the conditions. */
export function searchValues({ query, ...others }: Record<string, unknown>, dialect: Dialect) {
  if (typeof query !== 'string') return others
  const orders = ordersOf(fold(query))
  const values = orders.map((order, at) => [placeOf(at), dialect.containsValue(order)])
  const terms = orders.map(trigramsOf)
  // One or two letters match too many rows for an index.
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

/** The name of the placeholder of an order. */
export function placeOf(at: number): string {
  return `order_${at}`
}
