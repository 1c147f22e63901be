import { AUDIT_ACTIONS, type AuditAction } from '../audit/contract.ts'
import type { Tx } from '../storage/database.ts'

/** An entry that counts. Its details are those that all counted actions have in common. */
export interface Line {
  id: string
  count: number
  details: Record<string, string>
}

/**
 * The entries of one call of an operation for many records: one for each action, with a count, however many transactions the call has.
 * They are written with the changes that they count, so a call that breaks off has counted what it did.
 */
export interface Tally {
  /** The actions that the operation counts. */
  readonly actions: ReadonlySet<AuditAction>
  readonly committed: Map<AuditAction, Line>
  /** What transactions that are not committed have counted; one that is undone counts nothing. */
  readonly open: WeakMap<Tx, Map<AuditAction, Line>>
}

/** The name of an action on many records: `contact.many_deleted` of `contact.deleted`. */
export function manyOf(action: AuditAction): AuditAction | undefined {
  const name = action.replace('.', '.many_')
  return AUDIT_ACTIONS.find((known) => known === name)
}

/** The tally of an operation that counts what it does; undefined for one that records each action. */
export function tallyOf(actions: readonly AuditAction[] = []): Tally | undefined {
  const counted = actions.filter((action) => actions.some((single) => manyOf(single) === action))
  if (counted.length === 0) return undefined
  return { actions: new Set(counted), committed: new Map(), open: new WeakMap() }
}

/** The lines of a transaction, which are kept when it is committed. */
export function linesOf({ committed, open }: Tally, tx: Tx): Map<AuditAction, Line> {
  const known = open.get(tx)
  if (known) return known
  const lines = new Map(committed)
  open.set(tx, lines)
  tx.afterCommit(() => {
    for (const [action, line] of lines) committed.set(action, line)
  })
  return lines
}

/** The details that two actions have in common. */
export function commonOf(a: Record<string, string>, b: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(a).filter(([name, value]) => b[name] === value))
}
