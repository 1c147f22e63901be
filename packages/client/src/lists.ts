/** A page of a list. */
export interface Page {
  data: readonly unknown[]
  meta: { next_cursor?: string | null | undefined; has_more?: boolean | undefined }
}

/** A list: `await` requests one page, `for await` all records. */
export interface List<P extends Page> extends PromiseLike<P>, AsyncIterable<P['data'][number]> {
  /** All pages, with their `meta` and `deleted`. */
  pages(): AsyncIterable<P>
}

interface Position {
  page?: number | undefined
  per_page?: number | undefined
  cursor?: string | undefined
}

/** @param load requests one page */
export function listOf<P extends Page>(input: Position, load: (input: Position) => Promise<P>): List<P> {
  async function* pages() {
    const { page: _, ...filters } = input
    let cursor: string | null | undefined = input.cursor ?? ''
    while (typeof cursor === 'string') {
      const page: P = await load({ per_page: 100, ...filters, cursor })
      yield page
      // A feed has a cursor at its end too, for later.
      cursor = page.meta.has_more === false ? null : page.meta.next_cursor
    }
  }
  return {
    pages,
    // biome-ignore lint/suspicious/noThenProperty: a list can be awaited without requesting a page that nobody reads
    then: (onPage, onError) => load(input).then(onPage, onError),
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.data
    },
  }
}
