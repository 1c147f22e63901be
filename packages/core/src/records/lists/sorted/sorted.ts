import type { Sealer } from '../../../secret/seal.ts'
import type { Reader, Row } from '../../../storage/database.ts'
import type { ListQuery, Meta, Sort } from '../query.ts'
import type { ListSource, ListTable } from '../source.ts'
import { cursorAt, planOf, positionAt, positionOf } from './plan.ts'
import { countOf, rowsOf } from './rows.ts'
import { type Columns, givenOf, type Sorted } from './sorted-list.ts'

/** Rows of a page in an order with an index, by number or by cursor. */
export async function sortedRows<T extends ListTable, R extends Columns>(
  reader: Reader,
  sealer: Sealer,
  source: ListSource<T, R>,
  query: ListQuery & { sort: Sort },
): Promise<{ rows: Row<R>[]; meta: Meta }> {
  const list = { reader, source, query, sort: query.sort }
  return query.cursor === undefined ? pageByNumber(list, sealer) : pageByCursor(list, sealer, query.cursor)
}

async function pageByNumber<T extends ListTable, R extends Columns>(list: Sorted<T, R>, sealer: Sealer) {
  const { reader, source, query } = list
  const { page = 1, per_page } = query
  const plan = await planOf(list, undefined)
  const offset = (page - 1) * per_page
  if (plan.floor) {
    const rows = await rowsOf(list, plan, { offset, limit: per_page })
    const last = rows.length === per_page ? await positionOf(list, String(rows.at(-1)?.id)) : undefined
    const next_cursor = cursorAt(list, sealer, last ?? plan.floor)
    const meta: Meta = { page, per_page, next_cursor, incomplete_results: true }
    return { rows, meta }
  }
  const isWhole = plan.few === undefined && givenOf(query).length === 0
  const known = isWhole ? source.total?.(reader, query.workspace_id, query.filters) : undefined
  const total = (await known) ?? (await countOf(list, plan))
  const meta: Meta = { page, per_page, total, total_pages: Math.ceil(total / per_page) }
  if (offset >= total) return { rows: [], meta }
  const fromEnd = total - offset - per_page
  if (fromEnd >= offset) return { rows: await rowsOf(list, plan, { offset, limit: per_page }), meta }
  // Nearer to the end: read backwards from there, and reverse the rows.
  const walk = { backwards: true, offset: Math.max(0, fromEnd), limit: Math.min(per_page, total - offset) }
  const rows = await rowsOf(list, plan, walk)
  return { rows: rows.reverse(), meta }
}

async function pageByCursor<T extends ListTable, R extends Columns>(
  list: Sorted<T, R>,
  sealer: Sealer,
  cursor: string,
) {
  const { per_page } = list.query
  const after = cursor === '' ? undefined : positionAt(list, sealer, cursor)
  const plan = await planOf(list, after)
  const found = await rowsOf(list, plan, { offset: 0, limit: per_page + 1, after })
  const rows = found.slice(0, per_page)
  const shown = found.length > per_page ? rows.at(-1) : undefined
  const last = shown ? await positionOf(list, String(shown.id)) : plan.floor
  const incomplete = last && !shown ? ({ incomplete_results: true } as const) : {}
  const next_cursor = last ? cursorAt(list, sealer, last) : null
  return { rows, meta: { per_page, next_cursor, ...incomplete } satisfies Meta }
}
