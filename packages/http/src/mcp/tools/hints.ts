import type { Caller, Operation } from '@handrail/core'
import { mayOptionally } from '@handrail/core/internal'
import type { Tool } from '@modelcontextprotocol/server'

/** What leaves the workspace: contacts read it, or another system receives it. */
const LEAVING = ['sends', 'publishes', 'forwards'] as const

/**
 * The hints of a tool for clients that ask a person before it runs, from what its operation declares. Whatever cannot be taken back
 * counts as destructive: a mail that was sent as much as a value that was replaced.
 */
export function hintsOf(
  { name, does, optionally, isIdempotent }: Operation,
  caller: Pick<Caller, 'kind' | 'rights'>,
): NonNullable<Tool['annotations']> {
  if (does === undefined) throw new Error(`${name} is a tool and does not declare what it does`)
  const [change, ...always] = does
  if (change === 'reads') return { readOnlyHint: true, openWorldHint: false }
  const asked = optionally && mayOptionally({ optionally }, caller) ? optionally.does : []
  const effects = [...always, ...asked]
  return {
    readOnlyHint: false,
    destructiveHint: change !== 'adds' || effects.length > 0,
    ...(isIdempotent && { idempotentHint: true }),
    openWorldHint: LEAVING.some((effect) => effects.includes(effect)),
  }
}
