import { z } from 'zod'
import { OutputId } from '../../fields/fields.ts'
import type { StoredSection, StoredStep } from '../../storage/tables/guides.ts'
import type { Contents, GuideRow } from '../contents.ts'
import { GUIDE_STATUSES, STEP_TYPES } from '../contract.ts'
import { ShownDueRule, ShownOpensRule } from '../dates/due-rules.ts'
import { ANYONE } from '../responsible.ts'
import { DraftContent } from '../step-content.ts'

/** Of a longer outline, the steps of the last sections are left out; of longer contents, the last. */
const MAX_CHARACTERS = 7000

/** A step in an outline. Absent fields have their default. */
const OutlineStep = z.object({
  id: OutputId.meta({ reference: 'Id to name the step with in edits.' }),
  title: z.string().meta({ reference: 'Title of the step.' }),
  type: z.enum(STEP_TYPES).meta({ reference: 'What there is to do.' }),
  estimated_minutes: z
    .int()
    .optional()
    .meta({ reference: 'How long it takes, as shown to the contact; absent if nothing is said.' }),
  required: z
    .boolean()
    .optional()
    .meta({ reference: '`false` for a step that progress does not count; absent otherwise.' }),
  responsible: z
    .string()
    .optional()
    .describe('`team`, or the ID of a role; absent: anyone')
    .meta({ reference: 'Who does the step: the `team`, or the role with this id; absent for anyone.' }),
  internal: z.boolean().optional().meta({ reference: '`true` for a step that contacts never see; absent otherwise.' }),
  due: ShownDueRule.optional().meta({ reference: 'Rule for its date; absent for a step without one.' }),
  needs_review: z
    .boolean()
    .optional()
    .meta({ reference: '`true` for a step that a member has to accept; absent otherwise.' }),
  content: DraftContent.optional()
    .describe('Of the steps that were asked for')
    .meta({ reference: 'What the step shows and asks for; only for steps that `include` names.' }),
})

const OutlineSection = z.object({
  id: OutputId.meta({ reference: 'Id to name the section with in edits.' }),
  title: z.string().meta({ reference: 'Title of the section.' }),
  description: z.string().optional().meta({ reference: 'Introduction of the section; absent if it is empty.' }),
  opens: ShownOpensRule.optional().meta({
    reference: 'Rule for when its steps can be opened; absent if they always can.',
  }),
  steps_count: z.int().meta({ reference: 'Number of steps in the section.' }),
  steps: z
    .array(OutlineStep)
    .optional()
    .describe('Absent where the outline would be too long: ask for the section')
    .meta({
      reference:
        'Steps in their order; absent where the outline would be too long. `include` with the id of the section has them.',
    }),
})

/** The draft of a guide in few words. */
export const DraftOutline = z
  .object({
    id: OutputId.meta({ reference: 'The guide.' }),
    title: z.string().meta({ reference: 'Title in the draft.' }),
    description: z.string().meta({ reference: 'Introduction in the draft.' }),
    status: z
      .enum(GUIDE_STATUSES)
      .meta({ reference: 'Whether the guide is a `draft` that was never published, `published`, or `archived`.' }),
    revision: z
      .string()
      .describe('Changes with what the draft says; edits and publishing name it')
      .meta({ reference: 'State of the draft. Edits and publishing name it, so that nothing else is changed.' }),
    has_changes: z.boolean().describe('Whether the draft differs from the published version'),
    roles: z
      .array(
        z.object({
          id: OutputId.meta({ reference: 'Id to name the role with in `responsible`.' }),
          name: z.string().meta({ reference: 'Name of the role, such as "IT".' }),
        }),
      )
      .meta({ reference: 'Roles of participants, to which steps can be given.' }),
    steps_count: z.int().meta({ reference: 'Number of steps in all sections.' }),
    sections: z.array(OutlineSection).meta({ reference: 'Sections in their order.' }),
    left_out: z.array(OutputId).describe('Steps whose contents were asked for and did not fit: ask for fewer').meta({
      reference: 'Ids of steps that `include` names and whose contents did not fit into the answer: ask for fewer.',
    }),
  })
  .meta({ id: 'DraftOutline', reference: 'The draft of a guide in short.' })

type DraftOutline = z.output<typeof DraftOutline>
type OutlineSection = DraftOutline['sections'][number]
type OutlineStep = NonNullable<OutlineSection['steps']>[number]

/** @param asked ids of sections and steps to show with their contents; without any, every section is shown without */
export function shownOutline(
  guide: Pick<GuideRow, 'id' | 'status' | 'draft_version_id' | 'published_version_id'>,
  contents: Pick<Contents, 'title' | 'description' | 'roles' | 'sections'>,
  revision: string,
  asked: readonly string[] = [],
): DraftOutline {
  const wanted = new Set(asked)
  const budget = { left: MAX_CHARACTERS }
  const left_out: string[] = []
  const sections = contents.sections.map((section) => sectionOf(section, wanted, budget, left_out))
  return {
    id: guide.id,
    title: contents.title,
    description: contents.description,
    status: guide.status,
    revision,
    has_changes: guide.draft_version_id !== null && guide.published_version_id !== null,
    roles: contents.roles.map(({ id, name }) => ({ id, name })),
    steps_count: contents.sections.reduce((sum, { steps }) => sum + steps.length, 0),
    sections,
    left_out,
  }
}

interface Budget {
  left: number
}

function sectionOf(
  section: StoredSection,
  wanted: ReadonlySet<string>,
  budget: Budget,
  left_out: string[],
): OutlineSection {
  const { id, title, description, opens, steps } = section
  const isWanted = wanted.has(id)
  const asked = steps.filter((step) => isWanted || wanted.has(step.id))
  const head: OutlineSection = {
    ...{ id, title, steps_count: steps.length },
    ...(description !== '' && (isWanted || wanted.size === 0) && { description: description.slice(0, 500) }),
    ...(opens !== undefined && opens !== 'at_once' && { opens }),
  }
  // Of a part of a draft, the other sections are named alone.
  if (wanted.size > 0 && asked.length === 0) return head
  const shown = wanted.size === 0 ? steps.map((step) => stepOf(step)) : contentsOfSteps(asked, budget, left_out)
  const length = JSON.stringify(shown).length
  if (wanted.size === 0 && length > budget.left) return head
  if (wanted.size === 0) budget.left -= length
  return { ...head, steps: shown }
}

function contentsOfSteps(steps: readonly StoredStep[], budget: Budget, left_out: string[]): OutlineStep[] {
  return steps.map((step) => {
    const length = JSON.stringify(step.content).length
    // The first is shown however long it is: there is no other way to read it.
    const fits = length <= budget.left || budget.left === MAX_CHARACTERS
    budget.left -= fits ? length : 0
    if (!fits) left_out.push(step.id)
    return fits ? { ...stepOf(step), content: step.content } : stepOf(step)
  })
}

function stepOf(step: StoredStep): OutlineStep {
  const {
    id,
    title,
    type,
    estimated_minutes,
    required = true,
    responsible = ANYONE,
    internal,
    due,
    needs_review,
  } = step
  return {
    ...{ id, title, type },
    ...(typeof estimated_minutes === 'number' && { estimated_minutes }),
    ...(!required && { required }),
    ...(responsible !== ANYONE && { responsible }),
    ...(internal && { internal }),
    ...(due && { due }),
    ...(needs_review && { needs_review }),
  }
}
