import type { StoredSection } from '../../storage/tables/guides.ts'
import type { LostStep, ReopenedForm } from '../../storage/tables/moves.ts'
import type { MoveRow, StepRecords } from '../store.ts'
import type { NewQuestions } from './new-questions.ts'

export type Counts = Pick<
  MoveRow,
  'moved' | 'completed' | 'kept_steps' | 'kept_answers' | 'kept_files' | 'lost' | 'reopened' | 'lost_roles'
>

export const NOTHING: Counts & { seen: number } = {
  seen: 0,
  moved: 0,
  completed: 0,
  kept_steps: 0,
  kept_answers: 0,
  kept_files: 0,
  lost: [],
  reopened: [],
  lost_roles: 0,
}

/** Counts the effects of a move by enrollment, added to earlier counts. */
export function createMoveCounts({
  moved,
  completed,
  kept_steps,
  kept_answers,
  kept_files,
  lost_roles,
  ...lists
}: Counts) {
  const counts = { moved, completed, kept_steps, kept_answers, kept_files, lost_roles }
  const lostSteps = new Map<string, LostStep>(lists.lost.map((step) => [step.step_id, { ...step }]))
  const reopenedForms = new Map<string, ReopenedForm>(lists.reopened.map((form) => [form.step_id, { ...form }]))

  function lostAt(step_id: string, from: readonly StoredSection[]): LostStep {
    const known = lostSteps.get(step_id)
    if (known) return known
    const title = stepsOf(from).find(({ id }) => id === step_id)?.title ?? ''
    const step = { step_id, title, done: 0, answers: 0, files: 0 }
    lostSteps.set(step_id, step)
    return step
  }

  return {
    /** @param from the previous version, which has the titles of its steps */
    add(
      { done, answers, files }: StepRecords,
      from: readonly StoredSection[],
      to: readonly StoredSection[],
      ends: boolean,
    ) {
      const kept = new Set(stepsOf(to).map(({ id }) => id))
      const own = new Set(stepsOf(from).map(({ id }) => id))
      counts.moved += 1
      if (ends) counts.completed += 1
      for (const [steps, name, what] of [
        [done, 'kept_steps', 'done'],
        [answers, 'kept_answers', 'answers'],
        [files, 'kept_files', 'files'],
      ] as const)
        for (const step_id of steps) {
          if (kept.has(step_id)) counts[name] += 1
          // Data left behind by an earlier move does not count again.
          else if (own.has(step_id)) lostAt(step_id, from)[what] += 1
        }
    },
    addLostRoles(participants: number) {
      counts.lost_roles += participants
    },
    addReopened(forms: readonly NewQuestions[]) {
      for (const { step_id, title, fields } of forms) {
        const known = reopenedForms.get(step_id) ?? { step_id, title, questions: [], enrollments: 0 }
        const questions = [...new Set([...known.questions, ...fields.map(({ label }) => label)])]
        reopenedForms.set(step_id, { ...known, questions, enrollments: known.enrollments + 1 })
      }
    },
    counts: (): Counts => ({ ...counts, lost: [...lostSteps.values()], reopened: [...reopenedForms.values()] }),
  }
}

function stepsOf(sections: readonly StoredSection[]) {
  return sections.flatMap(({ steps }) => steps)
}
