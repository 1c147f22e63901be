import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { emitEvent } from '../../webhooks/events/emit.ts'
import type { EventType } from '../../webhooks/events/types.ts'
import type { Health } from '../contract.ts'
import { forecastOf } from '../dates/forecast.ts'
import { eventDataOf } from '../events/emit.ts'
import { notifyInbox } from '../inbox/notify.ts'
import { markDealtWith, TURN_KINDS } from '../inbox/store.ts'
import type { EnrollmentRow } from '../store.ts'
import type { ComputedDates } from './dates/computed.ts'
import type { Planned } from './rows.ts'

/** An enrollment whose plan was worked out again. */
export interface Replanned {
  /** With its health. */
  enrollment: EnrollmentRow
  sections: readonly StoredSection[]
  /** The steps that became overdue. */
  overdue: readonly Planned[]
  /** Undefined without dates. */
  dates: ComputedDates | undefined
}

/** Records that steps became overdue, and that the health of an enrollment changed. */
export async function recordDateEvents(
  tx: Tx,
  before: Pick<EnrollmentRow, 'health'>,
  { enrollment, sections, overdue, dates }: Replanned,
): Promise<void> {
  const { workspace_id, health, health_reason } = enrollment
  if (overdue.length === 0 && before.health === health) return
  const data = await eventDataOf(tx, enrollment)
  const tell = (type: EventType, details: object) =>
    emitEvent(tx, { workspace_id, type, data: { ...data, ...details }, at: tx.stamp })
  for (const { step_id, due_on } of overdue) {
    const step = sections.flatMap(({ steps }) => steps).find(({ id }) => id === step_id)
    if (step) await tell('step.overdue', { step: { id: step_id, title: step.title, type: step.type, due_on } })
  }
  if (before.health === health) return
  const forecast_date = (dates && forecastOf(dates.plan, dates.today)?.forecast_date) ?? null
  const change = { before: before.health, after: health, reason: health_reason, forecast_date }
  await tell('enrollment.health_changed', { change })
  if (isTold(before.health)) await markDealtWith(tx, { workspace_id, enrollment_id: enrollment.id, kinds: TURN_KINDS })
  if (isTold(health)) {
    const step_id = health_reason?.step_id ?? null
    await notifyInbox(tx, undefined, enrollment, { kind: `turned_${health}`, actor_name: '', step_id })
  }
}

/** Whether inboxes tell that an enrollment turned so. */
function isTold(health: Health): health is 'late' | 'at_risk' {
  return health === 'late' || health === 'at_risk'
}
