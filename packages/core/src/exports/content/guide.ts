import type { Context } from '../../context.ts'
import { existing } from '../../errors.ts'
import { withSettings } from '../../guides/contents.ts'
import { GuideFields } from '../../guides/guide.ts'
import { findGuide } from '../../guides/store.ts'

/** Fields that belong to one workspace or guide only, as the members who do and review steps. */
const OWN = ['id', 'default_assignee_id']

/** The draft of a guide as JSON that can be used to create it elsewhere. */
export async function guideAsJson({ caller, store }: Context, id: string): Promise<string> {
  const guide = await store.read(async (reader) =>
    withSettings(reader, existing(await findGuide(reader, caller.workspace_id, id))),
  )
  const fields = Object.entries(guide).filter(([name]) => name in GuideFields.shape && !OWN.includes(name))
  // Dates count from these steps.
  const bases = new Set(
    guide.sections.flatMap(({ opens, steps }) => [opens, ...steps.map(({ due }) => due)].map(baseOf)),
  )
  const sections = guide.sections.map(({ id: _id, position: _position, steps, ...section }) => ({
    ...section,
    steps: steps.map(({ id: step_id, position: _place, assignee_id: _member, reviewer_id: _reviewer, ...step }) => ({
      ...(bases.has(step_id) && { id: step_id }),
      ...step,
    })),
  }))
  return `${JSON.stringify({ ...Object.fromEntries(fields), sections }, null, 2)}\n`
}

/** What a date counts from, such as a step by its id. */
function baseOf(rule: string | { from: string } | null): string | undefined {
  return typeof rule === 'object' ? rule?.from : undefined
}
