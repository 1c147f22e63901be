import type { Context } from '../../context.ts'
import { GuideFields } from '../../guides/guide.ts'
import { getGuideDraft } from '../../guides/operations.ts'
import { invoke } from '../../operation/invoke.ts'

/** What is of one workspace, or of one guide alone. */
const OWN = ['id', 'default_assignee_id']

/** A guide as it is written now, as JSON that makes the same guide elsewhere. */
export async function guideAsJson(context: Context, id: string): Promise<string> {
  const { data } = (await invoke(getGuideDraft, context, { id })).value
  const fields = Object.entries(data).filter(([name]) => name in GuideFields.shape && !OWN.includes(name))
  const sections = data.sections.map(({ id: _section, steps, ...section }) => ({
    ...section,
    steps: steps.map(({ id: _step, position: _position, ...step }) => step),
  }))
  const withoutPlaces = sections.map(({ position: _position, ...section }) => section)
  return `${JSON.stringify({ ...Object.fromEntries(fields), sections: withoutPlaces }, null, 2)}\n`
}
