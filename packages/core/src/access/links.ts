import type { Caller } from '../caller.ts'

/** Whether the caller may have the links of all contacts: editors, and tokens with the scope. */
export function mayOpenLinks({ rights }: Pick<Caller, 'rights'>): boolean {
  return rights.has('enrollments:links')
}
