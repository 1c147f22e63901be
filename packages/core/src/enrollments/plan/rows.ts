import { TEAM } from '../../guides/responsible.ts'
import type { StoredSection, StoredStep } from '../../storage/tables/guides.ts'
import type { Tables } from '../../storage/tables/tables.ts'

export type StepRow = Tables['enrollment_steps']['$inferSelect']

/** What a row says beside its key and its times. */
export type Planned = Omit<StepRow, 'workspace_id' | 'enrollment_id' | 'created_at' | 'updated_at'>

/** A row without its key and its times. */
export function plannedIn({
  workspace_id: _,
  enrollment_id: _1,
  created_at: _2,
  updated_at: _3,
  ...row
}: StepRow): Planned {
  return row
}

/** What a row would say of a step that has none. */
export function unplanned(step: StoredStep): Planned {
  return {
    step_id: step.id,
    is_team: step.responsible === TEAM,
    assignee_id: null,
    assignee_is_manual: false,
    due_on: null,
    due_is_manual: false,
    overdue_at: null,
    is_open: true,
    skipped_at: null,
    skipped_by: null,
  }
}

/** Everything that the rows of an enrollment follow from. */
export interface PlanFacts {
  sections: readonly StoredSection[]
  /** Whether anything is to be done: the enrollment is open, and its contact not deleted. */
  isOpen: boolean
  /** The assignee of the enrollment. */
  assignee_id: string | null
  /** The completed steps. */
  done: ReadonlySet<string>
  /** The steps of closed sections. */
  closed: ReadonlySet<string>
  /** The due dates by step, which the rules of the guide give; undefined without dates. */
  due: ReadonlyMap<string, string | null> | undefined
  /** Today in the time zone of the workspace; undefined without dates. */
  today: string | undefined
  /** The time of the change. */
  at: string
  /** Those of the assignees of steps who are members. */
  members: ReadonlySet<string>
  /** The rows so far, by step: they have what members set by hand. */
  rows: ReadonlyMap<string, Planned>
}

/** The rows that an enrollment should have, in the order of the guide; then those of steps that its version lacks. */
export function plannedRows(facts: PlanFacts): Planned[] {
  const steps = facts.sections.flatMap((section) => section.steps)
  const own = new Set(steps.map(({ id }) => id))
  const planned = steps.flatMap((step) => rowOf(facts, step) ?? [])
  // What members set by hand is valid again if the enrollment returns to a version with the step.
  const gone = [...facts.rows.values()].filter((row) => !own.has(row.step_id) && isManual(row))
  return [...planned, ...gone.map((row) => ({ ...row, is_open: false }))]
}

/** The row of a step, if it needs one: a member does it, it has a date, or a member set something by hand. */
function rowOf(facts: PlanFacts, step: StoredStep): Planned | undefined {
  const row = facts.rows.get(step.id)
  const is_team = step.responsible === TEAM
  const keptManual = row !== undefined && isManual(row)
  if (!is_team && !step.due && !keptManual) return undefined
  const skipped_at = row?.skipped_at ?? null
  const isPending = facts.isOpen && skipped_at === null && !facts.done.has(step.id)
  const due = dueOf(facts, step, row)
  return {
    step_id: step.id,
    is_team,
    ...assigneeOf(facts, step, row),
    ...due,
    overdue_at: overdueAt(facts, due.due_on, { is_open: isPending, overdue_at: row?.overdue_at ?? null }),
    is_open: isPending && !facts.closed.has(step.id),
    skipped_at,
    skipped_by: row?.skipped_by ?? null,
  }
}

/** Whether a member set anything by hand: it is kept when the guide changes. */
function isManual({ assignee_is_manual, due_is_manual, skipped_at }: Planned): boolean {
  return assignee_is_manual || due_is_manual || skipped_at !== null
}

/** Who does a step of the team. A former member does none: the assignee of the enrollment takes over. */
function assigneeOf({ assignee_id: fallback, members }: PlanFacts, step: StoredStep, row: Planned | undefined) {
  const isMember = (id: string | null | undefined): id is string => typeof id === 'string' && members.has(id)
  if (step.responsible !== TEAM) return { assignee_id: null, assignee_is_manual: false }
  if (row?.assignee_is_manual && isMember(row.assignee_id))
    return { assignee_id: row.assignee_id, assignee_is_manual: true }
  return { assignee_id: isMember(step.assignee_id) ? step.assignee_id : fallback, assignee_is_manual: false }
}

/** The due date of a step: the one that a member set or cleared, else that of the guide. */
function dueOf({ due }: PlanFacts, { id }: StoredStep, row: Planned | undefined) {
  return row?.due_is_manual
    ? { due_on: row.due_on, due_is_manual: true }
    : { due_on: due?.get(id) ?? null, due_is_manual: false }
}

/** When it was recorded that a date has passed: once, unless the date is moved to a later day, and passes again. */
function overdueAt(
  { today = '', at }: PlanFacts,
  due_on: string | null,
  { is_open, overdue_at }: Pick<Planned, 'is_open' | 'overdue_at'>,
): string | null {
  if (due_on === null || due_on >= today) return null
  return overdue_at ?? (is_open ? at : null)
}
