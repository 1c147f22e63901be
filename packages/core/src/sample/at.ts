import type { z } from 'zod'
import type { Operation } from '../operation/operation.ts'

/** Runs an operation at another time. */
export type At = <I extends z.ZodObject, O extends z.ZodType>(
  time: number,
  operation: Operation<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>
