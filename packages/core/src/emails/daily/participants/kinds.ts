import type { Reader } from '../../../storage/database.ts'
import { byUrgency } from '../told.ts'
import type { OwnDay, OwnItem, OwnKind } from './item.ts'
import { answeredQuestions } from './kinds/answered.ts'
import { requestedChanges } from './kinds/changes.ts'
import { datedSteps } from './kinds/dated.ts'
import { openedSteps } from './kinds/opened.ts'
import type { OwnPlan } from './own-plans.ts'

/**
 * The kinds of things that contacts are told of. A further kind is a file in `kinds/` and an entry here: it finds its items in one
 * plan, says at which stage they are, and its words follow from the stage and the quote (`letter.ts`).
 */
const OWN_KINDS: readonly OwnKind[] = [datedSteps, requestedChanges, openedSteps, answeredQuestions]

/** Maximum number of things of which it is recorded that a contact was told. */
const MAX_ITEMS = 100

/** The things of a contact in all plans, late ones first, then by date. Each is there once, for its most urgent reason. */
export async function ownItems(reader: Reader, plans: readonly OwnPlan[], day: OwnDay): Promise<OwnItem[]> {
  const found: OwnItem[] = []
  for (const plan of plans) for (const kind of OWN_KINDS) found.push(...(await kind(reader, plan, day)))
  const sorted = found.toSorted((a, b) => byUrgency(a, b) || ((a.due_on ?? '~') < (b.due_on ?? '~') ? -1 : 1))
  const keys = new Set<string>()
  const once = sorted.filter(({ key }) => !keys.has(key) && keys.add(key))
  return once.slice(0, MAX_ITEMS)
}
