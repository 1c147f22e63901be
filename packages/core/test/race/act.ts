import { openDueSections } from '../../src/enrollments/plan/renewal/open-sections.ts'
import { turnDates } from '../../src/enrollments/plan/renewal/turn.ts'
import type { Handrail } from '../../src/index.ts'
import { AppError, type Operation } from '../../src/index.ts'
import { invoke, OPERATIONS } from '../../src/internal.ts'

/** An action of a client. */
export interface Act {
  operation: string
  input: Record<string, unknown>
  /** The access token of an enrollment, for an action of its contact. */
  as?: string
}

/** The outcome: the code of an error, or success. */
export type Outcome = string

const KNOWN: ReadonlyMap<string, Operation> = new Map(OPERATIONS.map((operation) => [operation.name, operation]))

/** What the upkeep does by time alone. */
const UPKEEP = new Map([
  ['turn_dates', turnDates],
  ['open_due_sections', openDueSections],
])

/** Runs the action in a workspace. @throws Error for a failure that clients must never see */
export async function act(handrail: Handrail, workspace_id: string, { operation, input, as }: Act): Promise<Outcome> {
  const known = KNOWN.get(operation)
  const work = UPKEEP.get(operation)
  if (work) return work({ store: handrail.database }, new Date().toISOString()).then(() => 'done')
  if (!known) return `there is no operation ${operation}`
  try {
    const bound = as === undefined ? await handrail.asSystem(workspace_id) : await handrail.asContact(as)
    await invoke(known, bound.context, input)
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${Object.keys(error.errors ?? {}).join()}`.trim()
    return `a fault: ${error instanceof Error ? error.message : error}`
  }
}
