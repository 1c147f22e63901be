import { z } from 'zod'

/** A stream of bytes in the input of an operation: an adapter passes the stream without reading it. */
export const Content = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  { error: 'must be a stream of bytes' },
)
