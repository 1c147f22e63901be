/** A page of a list by cursor. */
export interface Paged {
  data: readonly unknown[]
  meta: { next_cursor?: string | null | undefined }
}

/**
 * A page with rows, or the last one. The server looks at so many records for a page, so one can be empty before the end: then it
 * is asked for the page behind it.
 */
export async function pageWithRows<P extends Paged>(ask: (cursor: string) => Promise<P>, cursor: string): Promise<P> {
  const page = await ask(cursor)
  const next = page.meta.next_cursor
  return page.data.length === 0 && next ? pageWithRows(ask, next) : page
}
