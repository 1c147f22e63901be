import { countedSteps } from '../../../guides/counted-steps.ts'
import { TEAM } from '../../../guides/responsible.ts'
import { stuckIn } from '../../../messages/store.ts'
import type { Reader } from '../../../storage/database.ts'
import type { StoredSection } from '../../../storage/tables/guides.ts'
import { DAY_MS, later } from '../../../times.ts'
import type { HealthSignals } from '../../dates/health-reason.ts'
import { type PassedStep, passedStepsOf } from '../../participants/passed-steps.ts'
import { recordedPerson } from '../../participants/person.ts'
import { personsOf } from '../../participants/persons-of-step.ts'
import { type NamedParticipant, participantsOf } from '../../participants/store.ts'
import { DEFAULT_STALL_DAYS } from '../../stall-days.ts'
import type { EnrollmentRow } from '../../store.ts'
import type { Completions } from './completions.ts'

interface SignalFacts {
  enrollment: EnrollmentRow
  sections: readonly StoredSection[]
  completions: Completions
  /** When each section opened, by its id; of those that are open. */
  openings: ReadonlyMap<string, string>
  /** The setting of the guide. */
  stalled_after_days: number | null
}

/** What people did in an enrollment, as far as its health goes. */
export async function signalsOf(reader: Reader, facts: SignalFacts): Promise<HealthSignals> {
  const { workspace_id, id: enrollment_id, participants_count } = facts.enrollment
  const place = { workspace_id, enrollment_id }
  const isShared = participants_count > 0
  const participants = isShared ? await participantsOf(reader, place) : []
  const passed = isShared ? await passedStepsOf(reader, place) : []
  return {
    stuck: await stuckIn(reader, place),
    inactive: inactivePersons(facts, participants, passed),
    stalls_at: stallsAt(facts),
  }
}

function stallsAt({ enrollment: { status, last_activity_at }, stalled_after_days }: SignalFacts): string | null {
  if (status !== 'in_progress' || last_activity_at === null) return null
  return later(last_activity_at, (stalled_after_days ?? DEFAULT_STALL_DAYS) * DAY_MS)
}

/**
 * Open counted steps whose person has not been active since their section opened. Members are left out: what they do in the
 * console is not known of each enrollment.
 */
function inactivePersons(
  { enrollment, sections, completions, openings }: SignalFacts,
  participants: readonly NamedParticipant[],
  passed: readonly PassedStep[],
): Map<string, string | null> {
  const done = new Set(completions.map(({ step_id }) => step_id))
  const counted = new Set(countedSteps(sections.flatMap(({ steps }) => steps)))
  const to = new Map(passed.map(({ step_id, participant_id }) => [step_id, participant_id]))
  const activityOf = activity(enrollment, completions, participants)
  const inactive = new Map<string, string | null>()
  for (const { id, steps } of sections) {
    const opened = openings.get(id)
    if (opened === undefined) continue
    for (const step of steps) {
      if (!counted.has(step) || done.has(step.id) || step.responsible === TEAM) continue
      const persons = personsOf(step, participants, to.get(step.id))
      if (persons.every((person) => (activityOf(person) ?? '') < opened)) inactive.set(step.id, persons[0] ?? null)
    }
  }
  return inactive
}

/**
 * The last activity by person. That of the primary contact is the activity of the enrollment unless it is a participant's, or the
 * last step that the primary contact completed.
 */
function activity(enrollment: EnrollmentRow, completions: Completions, participants: readonly NamedParticipant[]) {
  const byId = new Map<string | null, string | null>(participants.map((one) => [one.id, one.last_activity_at]))
  const others = new Set(byId.values())
  const { last_activity_at } = enrollment
  const own = completions
    .filter(({ completed_by }) => completed_by === recordedPerson(null))
    .map(({ completed_at }) => completed_at)
  const times = others.has(last_activity_at) ? own : [...own, last_activity_at ?? '']
  byId.set(null, times.toSorted().at(-1) || null)
  return (person: string | null) => byId.get(person) ?? null
}
