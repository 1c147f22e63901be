import type {
  BatchContactsFields,
  BatchEnrollmentsFields,
  BatchOrganisationsFields,
  CreateContactFields,
  CreateOrganisationFields,
} from '../generated/fields.ts'
import type { Operations } from '../generated/operations.ts'
import type { CallOptions } from './options.ts'
import type { Send } from './send.ts'

/** Limits of the server: items and bytes of one request. */
const MAX_ITEMS = 1000
const MAX_BYTES = 4_000_000
const TIMEOUT_MS = 120_000

interface Items {
  contacts: BatchContactsFields['items'][number]
  organisations: BatchOrganisationsFields['items'][number]
  enrollments: BatchEnrollmentsFields['items'][number]
}

interface Upserts {
  contacts: CreateContactFields
  organisations: CreateOrganisationFields
}

export interface BatchOptions extends Pick<CallOptions, 'signal' | 'timeout' | 'retries'> {
  /**
   * Requests at the same time, 1 by default. The results stay in order, but with more than one, two items for the same
   * record can be carried out in either order.
   */
  concurrency?: number | undefined
}

/** The result of one item: `error` is set if it was refused. */
export type BatchResult = Awaited<ReturnType<Operations['batchContacts']>>['data']['results'][number]

/** An item, and its result. */
export interface Done<I> {
  /** Place of the item, from 0. */
  index: number
  item: I
  result: BatchResult
}

export interface Batches {
  /**
   * Sends any number of items to the batch endpoint, up to 1,000 a request, and yields their results in order. A refused item
   * leaves the others as they are; an error of a request ends the iteration.
   */
  batchAll<R extends keyof Items>(resource: R, items: Source<Items[R]>, options?: BatchOptions): Results<Items[R]>
  /** Creates or updates any number of records by `external_id`, contacts without one by `email`, as `batchAll` does. */
  upsertAll<R extends keyof Upserts>(
    resource: R,
    records: Source<Upserts[R]>,
    options?: BatchOptions,
  ): Results<Upserts[R]>
}

type Source<T> = Iterable<T> | AsyncIterable<T>
type Results<T> = AsyncGenerator<Done<T>, void, undefined>

export function batchesOf(send: Send): Batches {
  return {
    batchAll: (resource, items, options) => run(send, resource, items, (item) => item, options),
    upsertAll: (resource, records, options) =>
      run(send, resource, records, (data) => ({ action: 'upsert', data }), options),
  }
}

async function* run<T>(
  send: Send,
  resource: string,
  source: Source<T>,
  itemOf: (one: T) => unknown,
  { concurrency = 1, ...options }: BatchOptions = {},
): Results<T> {
  const underWay: { chunk: T[]; results: Promise<BatchResult[]> }[] = []
  let index = 0
  async function* next(): Results<T> {
    const first = underWay.shift()
    if (!first) return
    const results = await first.results
    for (const [place, item] of first.chunk.entries()) {
      const result = results[place]
      if (result) yield { index: index++, item, result }
    }
  }
  try {
    for await (const chunk of chunksOf(source, itemOf)) {
      if (underWay.length >= concurrency) yield* next()
      const body = { batch: { items: chunk.map(itemOf) } }
      const call = send({ method: 'POST', path: `/${resource}/batch`, body }, { timeout: TIMEOUT_MS, ...options })
      // The shape is that of the document.
      const results = call.then((answer) => (answer as { data: { results: BatchResult[] } }).data.results)
      underWay.push({ chunk, results })
      // It is reported when its turn comes.
      results.catch(() => undefined)
    }
    while (underWay.length > 0) yield* next()
  } finally {
    // Whoever stops early knows that nothing runs on.
    await Promise.allSettled(underWay.map(({ results }) => results))
  }
}

async function* chunksOf<T>(source: Source<T>, itemOf: (one: T) => unknown): AsyncGenerator<T[]> {
  const encoder = new TextEncoder()
  let chunk: T[] = []
  let bytes = 0
  for await (const one of source) {
    const size = encoder.encode(JSON.stringify(itemOf(one))).length + 1
    if (chunk.length > 0 && (chunk.length === MAX_ITEMS || bytes + size > MAX_BYTES)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(one)
    bytes += size
  }
  if (chunk.length > 0) yield chunk
}
