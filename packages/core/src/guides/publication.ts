import { z } from 'zod'
import { type FieldErrors, fieldError } from '../field-errors.ts'
import { requiredText } from '../fields/fields.ts'
import { checkInput } from '../operation/validation.ts'
import type { StoredSection, StoredStep } from '../storage/tables/guides.ts'
import { STEP_TYPES } from './contract.ts'
import { StepContent } from './step-content.ts'
import { usedContent } from './unfinished.ts'

/** The content that a step of a type requires. */
const NEEDS = { video: 'url', embed: 'url', link: 'url', checklist: 'items', form: 'fields' } as const

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
  const sections = draft.map((section) => ({ ...section, steps: section.steps.map(withoutUnusable) }))
  const { problems } = checkInput(Publication, { sections })
  return problems ? { problems } : { sections }
}

/** A step without empty texts, and without the invalid content of other types: somebody chose those by mistake. */
function withoutUnusable(step: StoredStep): StoredStep {
  const used = usedContent(step.type)
  const kept = Object.entries(step.content).filter(
    ([name, value]) => value !== '' && (used.has(name) || StepContent.safeParse({ [name]: value }).success),
  )
  return { ...step, content: Object.fromEntries(kept) }
}
