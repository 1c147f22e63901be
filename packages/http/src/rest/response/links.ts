import { pairsOf } from '../request/query.ts'

/** `meta` of a list: by page, or by cursor. */
export interface PageMeta {
  page?: number
  total_pages?: number
  next_cursor?: string | null
}

/**
 * The value of the `Link` header (RFC 8288) of a list: absolute addresses that keep the filters.
 * @param address of the list, without a query
 * @param url the request target, whose query is kept
 */
export function linksOf(address: string, url: string, { page, total_pages, next_cursor }: PageMeta): string {
  const filters = pairsOf(url).filter(([name]) => name !== 'page' && name !== 'cursor')
  const rest = filters.length > 0 ? `${new URLSearchParams(filters)}&` : ''
  const link = (relation: string, place: string) => `<${address}?${rest}${place}>; rel="${relation}"`

  if (page === undefined) {
    const links = [link('first', 'cursor=')]
    if (next_cursor) links.push(link('next', `cursor=${encodeURIComponent(next_cursor)}`))
    return links.join(', ')
  }
  // Unknown where only a part of the list was examined.
  const last = total_pages === undefined ? undefined : Math.max(1, total_pages)
  const links = [link('first', 'page=1')]
  if (page > 1) links.push(link('prev', `page=${Math.min(page - 1, last ?? page)}`))
  if (last !== undefined && page < last) links.push(link('next', `page=${page + 1}`))
  // The page is beyond the last one that is counted.
  else if (next_cursor) links.push(link('next', `cursor=${encodeURIComponent(next_cursor)}`))
  if (last !== undefined) links.push(link('last', `page=${last}`))
  return links.join(', ')
}
