import type { Context } from '../../context.ts'
import { existing } from '../../errors.ts'
import { withSettings } from '../../guides/contents.ts'
import { GuideFields } from '../../guides/guide.ts'
import { findGuide } from '../../guides/store.ts'

/** Fields that belong to one workspace or guide only, as the members who do steps. */
const OWN = ['id', 'default_assignee_id']

/** The draft of a guide as JSON that can be used to create it elsewhere. */
export async function guideAsJson({ caller, store }: Context, id: string): Promise<string> {
  const guide = await store.read(async (reader) =>
    withSettings(reader, existing(await findGuide(reader, caller.workspace_id, id))),
  )
  const fields = Object.entries(guide).filter(([name]) => name in GuideFields.shape && !OWN.includes(name))
  const sections = guide.sections.map(({ id: _id, position: _position, steps, ...section }) => ({
    ...section,
    steps: steps.map(({ id: _step, position: _place, assignee_id: _member, ...step }) => step),
  }))
  return `${JSON.stringify({ ...Object.fromEntries(fields), sections }, null, 2)}\n`
}
