import { z } from 'zod'
import { type FieldErrors, fieldError } from '../field-errors.ts'
import { requiredText } from '../fields/fields.ts'
import { checkInput } from '../operation/validation.ts'
import type { StoredSection, StoredStep } from '../storage/tables/guides.ts'
import { STEP_TYPES } from './contract.ts'
import { type RuleFault, ruleFaults } from './dates/circles.ts'
import { datedSections } from './dates/dated-sections.ts'
import { isInternal } from './responsible.ts'
import { StepContent } from './step-content.ts'
import { usedContent } from './unfinished.ts'

/** The content that a step of a type requires. */
const NEEDS = {
  video: 'url',
  embed: 'url',
  link: 'url',
  checklist: 'items',
  form: 'fields',
  approval: 'markdown',
} as const

const PublishedStep = z
  .looseObject({ title: requiredText(), type: z.enum(STEP_TYPES), content: StepContent })
  .superRefine(({ type, content }, context) => {
    if (!(type in NEEDS)) return
    // The line above leaves the types that require something.
    const needed = NEEDS[type as keyof typeof NEEDS]
    if ((content[needed] ?? []).length === 0)
      context.addIssue({
        code: 'custom',
        path: ['content', needed],
        message: `can't be blank in a step of type ${type}`,
      })
  })

const Publication = z.object({
  sections: z.array(z.looseObject({ title: requiredText(), steps: z.array(PublishedStep) })),
})

/** The sections of a draft to publish, or the reasons why they cannot be published, by field. */
export type Publishable =
  | { sections: StoredSection[]; problems?: undefined }
  | { sections?: undefined; problems: FieldErrors }

/** Checks a draft for publishing, by the rules that its contacts' pages and the API depend on. */
export function publishable(draft: readonly StoredSection[]): Publishable {
  if (draft.every(({ steps }) => steps.length === 0))
    return { problems: { sections: fieldError('empty', 'must have at least one step') } }
  if (draft.every(({ steps }) => steps.every(isInternal)))
    return { problems: { sections: fieldError('empty', 'must have at least one step that contacts see') } }
  const sections = draft.map((section) => ({ ...section, steps: section.steps.map(withoutUnusable) }))
  const { problems } = checkInput(Publication, { sections })
  const faults = ruleFaults(datedSections(draft))
  if (!problems && faults.length === 0) return { sections }
  return { problems: { ...problems, ...Object.fromEntries(faults.map(faultProblem)) } }
}

/** The problem of a date that no enrollment could have, by the place of its rule. */
function faultProblem({ code, section, step, path, length }: RuleFault): [string, FieldErrors[string]] {
  const place = step === null ? `sections.${section}.opens` : `sections.${section}.steps.${step}.due`
  switch (code) {
    case 'unknown_step':
      return [`${place}.from`, fieldError('does_not_exist', 'is not a step of this guide')]
    case 'nothing_before':
      return [`${place}.from`, fieldError('does_not_exist', 'is the first step: there is no step before it')]
    case 'circular': {
      const others = length > path.length ? ` and ${length - path.length} others` : ''
      const names = path.map((title) => `"${title}"`).join(', ')
      return [place, fieldError('wrong_state', `counts from itself, by way of ${names}${others}`)]
    }
  }
}

/** A step without empty texts, and without the invalid content of other types: somebody chose those by mistake. */
function withoutUnusable(step: StoredStep): StoredStep {
  const used = usedContent(step.type)
  const kept = Object.entries(step.content).filter(
    ([name, value]) => value !== '' && (used.has(name) || StepContent.safeParse({ [name]: value }).success),
  )
  return { ...step, content: Object.fromEntries(kept) }
}
