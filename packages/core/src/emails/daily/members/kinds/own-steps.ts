import { dueSteps, overdueSteps } from '../../../../work/kinds/steps.ts'
import { endOfSoon } from '../../morning.ts'
import { type DigestKind, MAX_OF_A_KIND } from '../item.ts'
import { itemsOfWork } from '../items-of-work.ts'

/** The steps of the team that are late, due today, or within two working days, and that the member does. */
export const ownSteps: DigestKind = {
  mail: 'steps',
  async find(reader, { workspace_id, user_id, today, calendar, now }) {
    const asked = { workspace_id, whose: { assignee_id: user_id }, today }
    const page = { after: undefined, limit: MAX_OF_A_KIND }
    const soon = endOfSoon(today, calendar)
    const due = (await dueSteps.next(reader, asked, page)).filter(({ at }) => at <= soon)
    const found = [...(await overdueSteps.next(reader, asked, page)), ...due]
    return itemsOfWork(reader, { workspace_id, now }, found, ({ enrollment_id, step, due_on }) => ({
      key: `${enrollment_id}/${step?.id}`,
      stage: stageOf(due_on ?? '', today),
      tab: 'steps',
    }))
  },
}

function stageOf(due_on: string, today: string) {
  if (due_on < today) return 'late'
  return due_on === today ? 'today' : 'due'
}
