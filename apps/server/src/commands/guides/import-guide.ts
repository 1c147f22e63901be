import { readFileSync } from 'node:fs'
import { AppError, type Bound, operations } from '@handrail/core'
import { z } from 'zod'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'

export const importGuide = command<{ draft?: true; workspace?: string }>({
  name: 'import-guide',
  summary: 'Create a guide from JSON and publish it',
  argument: { name: 'file', says: 'JSON file with title, description and sections; - for stdin' },
  options: {
    '--draft': 'keep it as a draft, in which nobody can be enrolled',
    '--workspace <workspace>': 'ID or name of the workspace; required if there are several',
  },
  settings: INSTANCE_SETTINGS,
  examples: [
    'handrail import-guide onboarding.json',
    `echo '{"title": "Welcome", "sections": [{"title": "Start", "steps": [{"title": "Say hello"}]}]}' | handrail import-guide -`,
  ],
  async run({ config, argument: file, options: { draft = false, workspace }, say }) {
    const guide = readGuide(file)
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const chosen = chooseWorkspace(await allWorkspaces(handrail), workspace)
      const bound = await handrail.asSystem(chosen.id)
      const { id, title, steps_count } = await create(bound, guide, draft).catch(explainByField)
      say(
        `${draft ? 'Imported as a draft' : 'Published'} "${title}" (${steps_count} steps) in "${chosen.name}". Its id: ${id}`,
      )
    })
  },
})

/** The input of the operation, which validates it. */
type GuideInput = z.input<typeof operations.createGuide.input>

const WithoutSteps = z.object({
  sections: z.array(z.object({ steps: z.array(z.unknown()).max(0).optional() })).optional(),
})

async function create(bound: Bound, guide: GuideInput, draft: boolean) {
  // Otherwise a guide that cannot be published would stay behind as a draft.
  if (!draft && WithoutSteps.safeParse(guide).success)
    throw new Failure('The guide has no steps, so it cannot be published. Add steps, or import it with --draft')
  const { data: created } = await bound.invoke(operations.createGuide, guide)
  if (draft) return created
  try {
    return (await bound.invoke(operations.publishGuide, { id: created.id })).data
  } catch (error) {
    await bound.invoke(operations.deleteGuide, { id: created.id })
    throw error
  }
}

function readGuide(file: string): GuideInput {
  const name = file === '-' ? 'stdin' : file
  let text: string
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8')
  } catch (error) {
    throw new Failure(`Cannot read ${name}: ${error instanceof Error ? error.message : error}`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Failure(`${name} is not valid JSON: ${error instanceof Error ? error.message : error}`)
  }
}

/** Fields of the JSON are named by their path, such as `sections.0.steps.2.content.url`. */
function explainByField(error: unknown): never {
  if (!(error instanceof AppError) || error.errors === undefined) throw error
  const lines = Object.entries(error.errors).flatMap(([field, problems]) =>
    problems.map((text) => `  ${field === 'base' ? 'The guide' : field} ${text}`),
  )
  throw new Failure(['The guide was not imported:', ...lines])
}
