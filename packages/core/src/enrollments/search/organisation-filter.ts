import { or, sql } from 'drizzle-orm'
import { placeOf } from '../../contacts/search/orders.ts'
import type { Filter } from '../../records/lists/source.ts'
import type { Tables } from '../../storage/tables/tables.ts'

/** Organisations by part of the name, whose words are in one of so many orders, or of the domain. */
export function organisationFilter(count: number): Filter<Tables['organisations']> {
  const places = Array.from({ length: count }, (_, at) => sql.placeholder(placeOf(at)))
  return (t, dialect) => {
    const inDomain = dialect.contains(t.domain, sql.placeholder(placeOf(0)))
    return sql`(${or(...places.map((place) => dialect.contains(t.name_folded, place)), inDomain)})`
  }
}
