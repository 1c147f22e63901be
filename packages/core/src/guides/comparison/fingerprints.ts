import type { StepType } from '../contract.ts'
import { ANYONE } from '../responsible.ts'

/** A number of days from another day. */
interface ComparedDateRule {
  days: number
  from: string
  calendar_days?: boolean | undefined
}

/** A step as it is compared. Absent fields have their default. */
export interface ComparedStep {
  id: string
  title: string
  type: StepType
  content: Readonly<Record<string, unknown>>
  required?: boolean
  estimated_minutes?: number | null
  responsible?: string
  internal?: boolean
  assignee_id?: string | null
  due?: ComparedDateRule | null
  needs_review?: boolean
  reviewer_id?: string | null
}

/** A section as it is compared. Absent fields have their default. */
export interface ComparedSection {
  id?: string
  title: string
  description?: string
  opens?: 'at_once' | 'after_previous' | 'by_team' | ComparedDateRule
  waiting_message?: string
  steps: readonly ComparedStep[]
}

const said = new WeakMap<ComparedStep, string>()

/** The content of a step as a string, for comparisons. It is cached by object, since unchanged steps stay the same object. */
export function stepFingerprint(step: ComparedStep | undefined): string | undefined {
  if (step === undefined) return undefined
  const known = said.get(step)
  if (known !== undefined) return known
  const { title, type, content, required = true, estimated_minutes, responsible, internal, assignee_id, due } = step
  const { needs_review, reviewer_id } = step
  const minutes = estimated_minutes ?? null
  const who = [responsible ?? ANYONE, internal ?? false, assignee_id ?? null]
  const review = [needs_review ?? false, reviewer_id ?? null]
  const fingerprint = inOrder([title, type, content, required, minutes, who, ruleOf(due), review])
  said.set(step, fingerprint)
  return fingerprint
}

/** A rule of a date with all its fields, since some may be omitted. */
function ruleOf(due: ComparedStep['due']) {
  return due ? { ...due, calendar_days: due.calendar_days ?? false } : null
}

type SectionHead = Pick<ComparedSection, 'title'> & Partial<ComparedSection>

/** All that a section says beside its steps, as a string for comparisons. */
export function headFingerprint({
  title,
  description = '',
  opens = 'at_once',
  waiting_message = '',
}: SectionHead): string {
  return inOrder([title, description, typeof opens === 'object' ? ruleOf(opens) : opens, waiting_message])
}

/** A value as JSON with sorted keys, since the server has its own order of keys. */
export function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  )
}
