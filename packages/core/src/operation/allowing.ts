import type { Access } from '../access/scopes.ts'
import type { Context } from '../context.ts'

/** The context of the parts of an operation: what the operation may do, its parts may, whatever the scopes of the token. */
export function allowing(context: Context, ...rights: readonly Access[]): Context {
  return { ...context, caller: { ...context.caller, rights: new Set([...context.caller.rights, ...rights]) } }
}
