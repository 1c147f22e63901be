import { ANYONE } from '@handrail/core/contract'
import type { Draft, Section, Step } from './draft.ts'

type Said = Pick<Step, 'title' | 'type' | 'content' | 'required'> &
  Partial<
    Pick<
      Step,
      'estimated_minutes' | 'responsible' | 'internal' | 'assignee_id' | 'due' | 'needs_review' | 'reviewer_id'
    >
  >

const said = new WeakMap<Said, string>()

/** The content of a step as a string, for comparisons. It is cached by object, since unchanged steps stay the same object. */
export function stepFingerprint(step: Said | undefined): string | undefined {
  if (step === undefined) return undefined
  const known = said.get(step)
  if (known !== undefined) return known
  const { title, type, content, required, estimated_minutes, responsible, internal, assignee_id, due } = step
  const { needs_review, reviewer_id } = step
  const minutes = estimated_minutes ?? null
  const who = [responsible ?? ANYONE, internal ?? false, assignee_id ?? null]
  const review = [needs_review ?? false, reviewer_id ?? null]
  const fingerprint = inOrder([title, type, content, required, minutes, who, ruleOf(due), review])
  said.set(step, fingerprint)
  return fingerprint
}

/** A rule of a date with all its fields, since some may be omitted. */
function ruleOf(due: Step['due'] | undefined) {
  return due ? { ...due, calendar_days: due.calendar_days ?? false } : null
}

type SectionHead = Pick<Section, 'title'> & Partial<Pick<Section, 'description' | 'opens' | 'waiting_message'>>

/** All that a section says beside its steps, as a string for comparisons. */
export function headFingerprint({
  title,
  description = '',
  opens = 'at_once',
  waiting_message = '',
}: SectionHead): string {
  return inOrder([title, description, typeof opens === 'object' ? ruleOf(opens) : opens, waiting_message])
}

/** Whether two steps say the same. */
export function isSameStep(one: Said | undefined, other: Said | undefined): boolean {
  return stepFingerprint(one) === stepFingerprint(other)
}

/** A value as JSON with sorted keys, since the server has its own order of keys. */
export function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, child: unknown) =>
    typeof child === 'object' && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  )
}

/** Whether two drafts say the same, in the same order. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  if (one === other) return true
  return outlineOf(one) === outlineOf(other) && one.sections.every(({ steps }, at) => areSame(steps, other, at))
}

function areSame(steps: readonly Step[], other: Draft, at: number): boolean {
  return steps.every((step, index) => stepFingerprint(step) === stepFingerprint(other.sections[at]?.steps[index]))
}

function outlineOf({ sections, ...settings }: Draft): string {
  const outline = sections.map((section) => [section.id, headFingerprint(section), section.steps.map(({ id }) => id)])
  return inOrder([settings, outline])
}

/** The steps of a draft by their ids. */
export function stepsOf({ sections }: Draft): Map<string, Step> {
  return new Map(sections.flatMap(({ steps }) => steps.map((step) => [step.id, step] as const)))
}
