import { settledStepIds } from '../../../../enrollments/plan/settled.ts'
import { latestSubmissions } from '../../../../enrollments/submissions/store.ts'
import { isChecked } from '../../../../guides/reviewed.ts'
import type { Reader } from '../../../../storage/database.ts'
import type { OwnItem } from '../item.ts'
import { isMailedAtOnce } from '../mailed-at-once.ts'
import type { OwnPlan } from '../own-plans.ts'

/** Own steps in which a member asks for changes to what was sent. Who was mailed about it at once is not told again. */
export async function requestedChanges(reader: Reader, plan: OwnPlan): Promise<OwnItem[]> {
  const { enrollment, participant, sections, rows, isOwn } = plan
  const steps = sections.flatMap((section) => section.steps).filter((step) => isChecked(step) && isOwn(step))
  if (steps.length === 0) return []
  const { workspace_id, id: enrollment_id } = enrollment
  const latest = await latestSubmissions(reader, { workspace_id, enrollment_id })
  const settled = new Set(await settledStepIds(reader, enrollment))
  const items: OwnItem[] = []
  for (const step of steps) {
    const sent = latest.get(step.id)
    if (sent?.status !== 'changes_requested' || sent.decided_at === null || settled.has(step.id)) continue
    const mailed = { ...enrollment, ...participant, kind: 'changes_requested' as const, created_at: sent.decided_at }
    if (await isMailedAtOnce(reader, mailed)) continue
    const text = [sent.note, ...Object.values(sent.notes)].filter((note) => note !== '').join('\n')
    const due_on = rows.get(step.id)?.due_on ?? null
    const changes = { quote: { text, by: sent.decided_by_name ?? '' }, about: 'changes' as const }
    items.push({ key: `changes ${sent.id} ${sent.revision}`, stage: 'opened', plan, step, due_on, ...changes })
  }
  return items
}
