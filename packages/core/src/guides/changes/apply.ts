import { type FieldErrors, fieldError } from '../../field-errors.ts'
import type { StoredRole, StoredSection, StoredStep } from '../../storage/tables/guides.ts'
import { MAX_SECTIONS, MAX_STEPS } from '../guide.ts'
import { responsibilityProblem } from '../responsibility.ts'
import { ANYONE, TEAM } from '../responsible.ts'
import { isReviewable } from '../reviewed.ts'
import { storedSections, storedStep } from '../store.ts'
import type { DraftPartChange } from './change.ts'

/** The sections after changes, or the problems of all changes by field. */
export type Applied = { sections: StoredSection[]; problems?: undefined } | { problems: FieldErrors }

/** Applies changes one after the other. Those with a problem are left out, so that the problems of the others are found too. */
export function applyChanges(before: Draft, changes: readonly DraftPartChange[]): Applied {
  const sections = structuredClone([...before.sections])
  const problems: Record<string, FieldErrors[string]> = {}
  for (const [index, change] of changes.entries()) {
    const problem = problemOfResponsible(before.roles, change) ?? applyOne(sections, before.roles, change)
    if (problem) problems[`changes.${index}.${problem.field}`] = problem.error
  }
  return Object.keys(problems).length > 0 ? { problems } : { sections }
}

interface Draft {
  sections: readonly StoredSection[]
  roles: readonly StoredRole[]
}

interface Problem {
  field: string
  error: FieldErrors[string]
}

/** The first new step of a change that nobody of the draft can do. */
function problemOfResponsible(roles: readonly StoredRole[], change: DraftPartChange): Problem | undefined {
  for (const [place, step] of newSteps(change)) {
    const problem = responsibilityProblem(roles, step)
    if (problem) return { field: `${place}.${problem.field}`, error: problem.error }
  }
  return undefined
}

function newSteps(change: DraftPartChange): [place: string, step: StoredStep][] {
  if (change.action === 'insert_step') return [['step', storedStep(change.step)]]
  if (change.action !== 'insert_section') return []
  return change.section.steps.map((step, index) => [`section.steps.${index}`, storedStep(step)])
}

function setStep(
  roles: readonly StoredRole[],
  step: StoredStep,
  change: Extract<DraftPartChange, { action: 'set_step' }>,
): Problem | undefined {
  const changes = given(change, STEP_FIELDS)
  const { responsible = step.responsible ?? ANYONE } = changes
  const ofTeam = responsible === TEAM ? {} : { internal: false, assignee_id: null }
  const type = changes.type ?? step.type
  const unreviewed = responsible === TEAM || !isReviewable(type) ? { needs_review: false } : {}
  const reviewed = { ...step, ...unreviewed, ...changes }.needs_review ? {} : { reviewer_id: null }
  const after = { ...step, ...ofTeam, ...unreviewed, ...reviewed, ...changes, type }
  const problem = responsibilityProblem(roles, after)
  if (!problem) Object.assign(step, after)
  return problem
}

function applyOne(
  sections: StoredSection[],
  roles: readonly StoredRole[],
  change: DraftPartChange,
): Problem | undefined {
  switch (change.action) {
    case 'set_section':
      return onSection(sections, change.id, (section) => void Object.assign(section, given(change, SECTION_FIELDS)))
    case 'insert_section': {
      const [section] = storedSections([change.section])
      if (!section || sections.length >= MAX_SECTIONS) return tooMany('section', MAX_SECTIONS, 'sections')
      const ids = [section.id, ...section.steps.map(({ id }) => id)]
      if (new Set(ids).size < ids.length || ids.some((id) => isUsed(sections, id))) return taken('section')
      return place(sections, section, change.before)
    }
    case 'move_section':
      return onSection(sections, change.id, (section) => move(sections, sections, section, change.before))
    case 'remove_section':
      return onSection(sections, change.id, (section) => void remove(sections, section))
    case 'set_step':
      return onStep(sections, change.id, (step) => setStep(roles, step, change))
    case 'insert_step': {
      const step = storedStep(change.step)
      if (isUsed(sections, step.id)) return taken('step.id')
      return onSection(
        sections,
        change.section_id,
        ({ steps }) =>
          steps.length >= MAX_STEPS ? tooMany('step', MAX_STEPS, 'steps') : place(steps, step, change.before),
        'section_id',
      )
    }
    case 'move_step':
      return onStep(sections, change.id, (step, { id, steps: from }) =>
        onSection(
          sections,
          change.section_id ?? id,
          ({ steps: to }) =>
            to !== from && to.length >= MAX_STEPS
              ? tooMany('section_id', MAX_STEPS, 'steps')
              : move(from, to, step, change.before),
          'section_id',
        ),
      )
    case 'remove_step':
      return onStep(sections, change.id, (step, { steps }) => void remove(steps, step))
  }
}

const SECTION_FIELDS = ['title', 'description', 'opens', 'waiting_message'] as const
const STEP_FIELDS = [
  'title',
  'type',
  'content',
  'estimated_minutes',
  'required',
  'responsible',
  'internal',
  'assignee_id',
  'due',
  'needs_review',
  'reviewer_id',
] as const

/** The fields of a change that it has a value for. */
function given<C extends object, K extends keyof C>(change: C, names: readonly K[]): Partial<Pick<C, K>> {
  const values: Partial<Pick<C, K>> = {}
  for (const name of names) if (change[name] !== undefined) values[name] = change[name]
  return values
}

type Work<T extends unknown[]> = (...parts: T) => Problem | undefined

function onSection(
  sections: StoredSection[],
  id: string,
  work: Work<[StoredSection]>,
  field = 'id',
): Problem | undefined {
  const section = sections.find((one) => one.id === id)
  return section ? work(section) : missing(field)
}

function onStep(sections: StoredSection[], id: string, work: Work<[StoredStep, StoredSection]>): Problem | undefined {
  for (const section of sections) {
    const step = section.steps.find((one) => one.id === id)
    if (step) return work(step, section)
  }
  return missing('id')
}

function place<T extends { id: string }>(list: T[], part: T, before: string | undefined): Problem | undefined {
  const at = before === undefined ? list.length : list.findIndex(({ id }) => id === before)
  if (at < 0) return missing('before')
  list.splice(at, 0, part)
  return undefined
}

function move<T extends { id: string }>(from: T[], to: T[], part: T, before: string | undefined): Problem | undefined {
  if (before === part.id) return undefined
  if (before !== undefined && !to.some(({ id }) => id === before)) return missing('before')
  remove(from, part)
  return place(to, part, before)
}

function remove<T>(list: T[], part: T): void {
  list.splice(list.indexOf(part), 1)
}

function isUsed(sections: readonly StoredSection[], id: string): boolean {
  return sections.some((section) => section.id === id || section.steps.some((step) => step.id === id))
}

function missing(field: string): Problem {
  return { field, error: fieldError('does_not_exist', 'does not exist in the draft') }
}

function taken(field: string): Problem {
  return { field, error: fieldError('taken', 'has an id that the draft has already') }
}

function tooMany(field: string, most: number, parts: string): Problem {
  return { field, error: fieldError('too_large', `would be one of more than ${most} ${parts}`) }
}
