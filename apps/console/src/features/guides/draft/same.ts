import { headFingerprint, inOrder, stepFingerprint } from '@handrail/core/contract'
import type { Draft, Step } from './draft.ts'

type Said = NonNullable<Parameters<typeof stepFingerprint>[0]>

/** Whether two steps say the same. */
export function isSameStep(one: Said | undefined, other: Said | undefined): boolean {
  return stepFingerprint(one) === stepFingerprint(other)
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
