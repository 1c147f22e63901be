import type { z } from 'zod'
import type { Context } from '../context.ts'
import { invoke } from '../operation/invoke.ts'
import type { Operation } from '../operation/operation.ts'

/** Operations bound to a caller. */
export interface Bound {
  readonly context: Context
  /** @throws AppError as the closed table of error codes says */
  invoke<I extends z.ZodObject, O extends z.ZodType>(
    operation: Operation<I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>>
}

export function bind(context: Context): Bound {
  return { context, invoke: async (operation, input) => (await invoke(operation, context, input)).value }
}
