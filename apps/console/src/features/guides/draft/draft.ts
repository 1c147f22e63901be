import { ANYONE, isReviewable, STEP_TYPES, TEAM } from '@handrail/core/contract'
import type { Data } from '../../../api/operations.ts'
import { inOrder } from '../../../components/form/in-order.ts'

export type SavedGuide = Data<'getGuideDraft'>
type SavedSection = SavedGuide['sections'][number]
export type Step = Omit<SavedSection['steps'][number], 'position'>
export type Section = Omit<SavedSection, 'position' | 'steps'> & { steps: Step[] }
export type StepType = Step['type']
export type Role = SavedGuide['roles'][number]
/** When a step is due. */
export type DueRule = NonNullable<Step['due']>
/** When a section opens. */
export type Opens = Section['opens']
export type FormField = NonNullable<Step['content']['fields']>[number]

/** The types of steps in the order of the menu. */
export const OFFERED_STEPS = inOrder(STEP_TYPES, 'simple_content', 'checklist', 'form', 'file_upload')

/** The draft of a guide in the editor. */
export interface Draft {
  title: string
  description: string
  completion_message: string
  asks_effort: boolean
  expires_after_days: number | null
  not_started_after_days: number | null
  stalled_after_days: number | null
  expiring_before_days: number | null
  default_assignee_id: string | null
  roles: Role[]
  participants_may_invite: boolean
  target_after_days: number | null
  target_label: string
  sections: Section[]
}

export function draftOf(guide: SavedGuide): Draft {
  const { title, description, completion_message, asks_effort, default_assignee_id } = guide
  const { expires_after_days, not_started_after_days, stalled_after_days, expiring_before_days } = guide
  const { roles, participants_may_invite, target_after_days, target_label } = guide
  return {
    title,
    description,
    completion_message,
    asks_effort,
    expires_after_days,
    not_started_after_days,
    stalled_after_days,
    expiring_before_days,
    default_assignee_id,
    roles,
    participants_may_invite,
    target_after_days,
    target_label,
    sections: guide.sections.map(({ position: _place, ...section }) => ({
      ...section,
      steps: section.steps.map(({ position: _position, ...step }) => step),
    })),
  }
}

export function newSection(title: string): Section {
  return { id: newId(), title, description: '', opens: 'at_once', waiting_message: '', steps: [] }
}

export function newStep(type: StepType, title: string): Step {
  return {
    id: newId(),
    title,
    type,
    content: emptyContent(type),
    estimated_minutes: null,
    required: true,
    responsible: ANYONE,
    internal: false,
    assignee_id: null,
    due: null,
    needs_review: false,
    reviewer_id: null,
  }
}

export function newRole(name: string): Role {
  return { id: newId(), name, description: '' }
}

/** The same step as another one, with an id of its own. */
export function copyOf(step: Step): Step {
  return { ...step, id: newId() }
}

/** A step that somebody else does. */
export function withResponsible(step: Step, responsible: string): Step {
  return consistent({ ...step, responsible })
}

/** A step of another type. The content of all types is kept, so that choosing another type by mistake loses nothing. */
export function withType(step: Step, type: StepType): Step {
  return consistent({ ...step, type, content: { ...emptyContent(type), ...step.content } })
}

/**
 * A step without what contradicts its type and who does it: only a step of the team can be internal and have an assignee, only what
 * customers send can need a review, and only customers approve.
 */
export function consistent(step: Step): Step {
  const responsible = step.type === 'approval' && step.responsible === TEAM ? ANYONE : step.responsible
  const ofTeam = responsible === TEAM ? {} : { internal: false, assignee_id: null }
  const needs_review = step.needs_review && mayNeedReview({ ...step, responsible })
  const reviewer_id = needs_review ? step.reviewer_id : null
  return { ...step, responsible, ...ofTeam, needs_review, reviewer_id }
}

/** Whether a member can review what is sent in a step. */
export function mayNeedReview({ type, responsible }: Pick<Step, 'type' | 'responsible'>): boolean {
  return isReviewable(type) && responsible !== TEAM
}

/** Adds a step after another one, in its section. */
export function withStepAfter(draft: Draft, id: string, step: Step): Draft {
  return {
    ...draft,
    sections: draft.sections.map((section) => {
      const at = section.steps.findIndex((one) => one.id === id)
      return at < 0 ? section : { ...section, steps: section.steps.toSpliced(at + 1, 0, step) }
    }),
  }
}

/** The minimal content of a step of a type. */
function emptyContent(type: StepType): Step['content'] {
  if (type === 'checklist') return { items: [] }
  if (type === 'form') return { fields: [] }
  return {}
}

/** Changes one step, wherever it is. */
export function withStep(draft: Draft, id: string, change: (step: Step) => Step): Draft {
  return {
    ...draft,
    sections: draft.sections.map((section) => ({
      ...section,
      steps: section.steps.map((step) => (step.id === id ? change(step) : step)),
    })),
  }
}

export function withSection(draft: Draft, id: string, change: (section: Section) => Section): Draft {
  return { ...draft, sections: draft.sections.map((section) => (section.id === id ? change(section) : section)) }
}

export function withoutStep(draft: Draft, id: string): Draft {
  const sections = draft.sections.map((section) => ({
    ...section,
    steps: section.steps.filter((step) => step.id !== id),
  }))
  return { ...draft, sections }
}

export function withRole(draft: Draft, id: string, changes: Partial<Role>): Draft {
  return { ...draft, roles: draft.roles.map((role) => (role.id === id ? { ...role, ...changes } : role)) }
}

/** Removes a role. Its steps become steps of any participant. */
export function withoutRole(draft: Draft, id: string): Draft {
  const freed = (step: Step): Step => (step.responsible === id ? { ...step, responsible: ANYONE } : step)
  return {
    ...draft,
    roles: draft.roles.filter((role) => role.id !== id),
    sections: draft.sections.map((section) => ({ ...section, steps: section.steps.map(freed) })),
  }
}

/** A UUID (RFC 9562, version 4). Browsers have `randomUUID` on https alone, and teams may serve this on their network. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
