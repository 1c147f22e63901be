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
  id: OutputId,
  title: z.string(),
  type: z.enum(STEP_TYPES),
  estimated_minutes: z.int().optional(),
  required: z.boolean().optional(),
  responsible: z.string().optional().describe('`team`, or the ID of a role; absent: anyone'),
  internal: z.boolean().optional(),
  due: ShownDueRule.optional(),
  needs_review: z.boolean().optional(),
  content: DraftContent.optional().describe('Of the steps that were asked for'),
})

const OutlineSection = z.object({
  id: OutputId,
  title: z.string(),
  description: z.string().optional(),
  opens: ShownOpensRule.optional(),
  steps_count: z.int(),
  steps: z.array(OutlineStep).optional().describe('Absent where the outline would be too long: ask for the section'),
})

/** The draft of a guide in few words. */
export const DraftOutline = z
  .object({
    id: OutputId,
    title: z.string(),
    description: z.string(),
    status: z.enum(GUIDE_STATUSES),
    revision: z.string().describe('Changes with what the draft says; edits and publishing name it'),
    has_changes: z.boolean().describe('Whether the draft differs from the published version'),
    roles: z.array(z.object({ id: OutputId, name: z.string() })),
    steps_count: z.int(),
    sections: z.array(OutlineSection),
    left_out: z.array(OutputId).describe('Steps whose contents were asked for and did not fit: ask for fewer'),
  })
  .meta({ id: 'DraftOutline' })

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
