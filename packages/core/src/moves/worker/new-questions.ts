import type { FormField } from '../../guides/form-field.ts'
import { formFieldsOf } from '../../guides/form-fields-of.ts'
import { answersOf } from '../../player/store.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredSection, StoredStep } from '../../storage/tables/guides.ts'

/** A form that an enrollment has sent, and its required questions that are not answered. */
export interface NewQuestions {
  step_id: string
  title: string
  fields: readonly FormField[]
}

/**
 * The forms of an enrollment that a version reopens: they were sent, and the version requires what the sent one did not.
 * @param done the completed steps
 */
export async function newQuestions(
  tx: Tx,
  { workspace_id, id }: { workspace_id: string; id: string },
  { done, from, to }: { done: readonly string[]; from: readonly StoredSection[]; to: readonly StoredSection[] },
): Promise<NewQuestions[]> {
  const before = new Map(stepsOf(from).map((step) => [step.id, step]))
  const changed = stepsOf(to)
    .filter((step) => done.includes(step.id))
    .map((step) => ({ step, fields: addedFields(before.get(step.id), step) }))
    .filter(({ fields }) => fields.length > 0)
  if (changed.length === 0) return []
  const sent = await answersOf(tx, workspace_id, id)
  return changed.flatMap(({ step, fields }) => {
    const answers = sent[step.id]
    // A member has marked the step as done: there is nobody to ask again.
    if (answers === undefined) return []
    const open = fields.filter(({ name }) => !Object.hasOwn(answers, name) || answers[name] === false)
    return open.length === 0 ? [] : [{ step_id: step.id, title: step.title, fields: open }]
  })
}

/** The fields that are required now and were not before. */
function addedFields(before: StoredStep | undefined, step: StoredStep): FormField[] {
  const required = new Set(before && formFieldsOf(before).flatMap((field) => (field.required ? [field.name] : [])))
  return formFieldsOf(step).filter((field) => field.required && !required.has(field.name))
}

function stepsOf(sections: readonly StoredSection[]): StoredStep[] {
  return sections.flatMap(({ steps }) => steps)
}
