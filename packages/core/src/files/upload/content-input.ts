import { z } from 'zod'

/** Bytes as they arrive, in the input of an operation: an adapter hands a stream over, and reads nothing of it before. */
export const Content = z.custom<AsyncIterable<Uint8Array>>(
  (value) => typeof value === 'object' && value !== null && Symbol.asyncIterator in value,
  { error: 'must be a stream of bytes' },
)
