import type { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import { invoke } from '../operation/invoke.ts'
import type { Operation } from '../operation/operation.ts'

/** Operations bound to a caller. */
export interface Bound {
  /** The caller with its workspace and rights. */
  readonly caller: Caller
  /** @internal */
  readonly context: Context
  /** @throws AppError as the closed table of error codes says */
  invoke<I extends z.ZodObject, O extends z.ZodType>(
    operation: Operation<I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>>
}

/** @internal */
export function bind(context: Context): Bound {
  return {
    caller: context.caller,
    context,
    invoke: async (operation, input) => (await invoke(operation, context, input)).value,
  }
}
