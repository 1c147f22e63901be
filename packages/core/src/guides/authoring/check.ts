import { z } from 'zod'
import { LANGUAGES } from '../../contract/languages.ts'
import { OutputId } from '../../fields/fields.ts'
import type { StoredSection, StoredStep } from '../../storage/tables/guides.ts'
import { isInternal, isTeams } from '../responsible.ts'
import { type Unfinished, type UnfinishedProblem, unfinishedOf } from '../unfinished.ts'
import { readingOf } from './reading.ts'

/** From how many it is advised to write less, or to split. */
const LONG = { steps: 20, steps_of_section: 10, words: 300, questions: 8 } as const
const HARD_AGE = 14
const MAX_NAMED = 50

export const DraftCheck = z
  .object({
    revision: z.string(),
    can_be_published: z.boolean(),
    problems: z
      .array(
        z.object({
          id: OutputId.nullable().describe('The section or step; null for the guide'),
          title: z.string(),
          problem: z.string(),
          prevents_publishing: z.boolean(),
        }),
      )
      .describe(`The first ${MAX_NAMED}`),
    problems_count: z.int(),
    advice: z
      .array(z.object({ id: OutputId.nullable(), title: z.string(), advice: z.string() }))
      .describe(`The first ${MAX_NAMED}`),
    advice_count: z.int(),
    reading: z
      .object({
        language: z.enum(LANGUAGES),
        age: z.int().describe('From which most people read it with ease'),
      })
      .nullable()
      .describe('Null for few words'),
    minutes: z.int().describe('Sum of `estimated_minutes` of the steps that customers see'),
  })
  .meta({ id: 'DraftCheck' })

type Advice = z.output<typeof DraftCheck>['advice'][number]

interface Checked {
  title: string
  sections: readonly StoredSection[]
}

/** What prevents publishing a draft, and what would help those who follow it. @param assignee who does steps of the team by default */
export function checkDraft(draft: Checked, revision: string, assignee: string | null): z.output<typeof DraftCheck> {
  const parts = draft.sections.flatMap((section) => [section, ...section.steps])
  const titles = new Map(parts.map(({ id, title }) => [id, title]))
  const found = unfinishedOf(draft.sections)
  const seen = draft.sections.flatMap(({ steps }) => steps).filter((step) => !isInternal(step))
  const empty = seen.length === 0 ? [EMPTY] : []
  const problems = [
    ...empty,
    ...found.map(({ id, prevents, ...rest }) => ({
      id,
      title: titles.get(id) ?? '',
      problem: sentenceOf(rest),
      prevents_publishing: prevents,
    })),
  ]
  const advice = [...adviceOnGuide(draft, seen, assignee), ...seen.flatMap(adviceOnStep)]
  return {
    revision,
    can_be_published: !problems.some(({ prevents_publishing }) => prevents_publishing),
    problems: problems.slice(0, MAX_NAMED),
    problems_count: problems.length,
    advice: advice.slice(0, MAX_NAMED),
    advice_count: advice.length,
    reading: readingOf(seen.map(textOf)) ?? null,
    minutes: seen.reduce((sum, { estimated_minutes }) => sum + (estimated_minutes ?? 0), 0),
  }
}

const EMPTY = {
  id: null,
  title: '',
  problem: 'The guide has no step that customers see.',
  prevents_publishing: true,
}

const SENTENCES: Record<UnfinishedProblem, string> = {
  untitled_section: 'The section has no title.',
  untitled_step: 'The step has no title.',
  no_address: 'The address (content.url) is missing.',
  wrong_address: 'The address (content.url) is no web address.',
  no_items: 'The checklist has no items.',
  empty_item: 'Item {at} is empty.',
  no_questions: 'The form has no questions (content.fields).',
  no_text: 'The approval has no text (content.markdown) to agree to.',
  unlabelled_question: 'Question {at} has no label.',
  unnamed_question: 'Question {at} has no name.',
  repeated_name: 'Question {at} has the name of an earlier one.',
  no_options: 'Question {at} has no options.',
  empty_option: 'Question {at} has an empty option.',
  repeated_option: 'Question {at} has an option twice.',
  wrong_range: 'Question {at} allows no value: its lowest is above its highest.',
  circular_date: 'Its date counts from itself: {at}.',
  unknown_base: 'Its date counts from a step that is not in the guide.',
  nothing_before: 'Its date counts from the step before it, and there is none.',
  placeholder: 'It has a text that is still to be written: {at}.',
}

function sentenceOf({ problem, at }: Pick<Unfinished, 'problem' | 'at'>): string {
  return SENTENCES[problem].replace('{at}', String(at ?? ''))
}

function adviceOnGuide({ title, sections }: Checked, seen: readonly StoredStep[], assignee: string | null): Advice[] {
  const advice: Advice[] = []
  if (seen.length > LONG.steps)
    advice.push({
      id: null,
      title,
      advice: `${seen.length} steps are many: people finish guides of up to ${LONG.steps}.`,
    })
  for (const { id, title: name, steps, opens } of sections) {
    if (steps.length > LONG.steps_of_section)
      advice.push({
        id,
        title: name,
        advice: `${steps.length} steps: split it into sections of up to ${LONG.steps_of_section}.`,
      })
    if (steps.length === 0) advice.push({ id, title: name, advice: 'The section has no steps.' })
    if (opens === 'by_team' && assignee === null) advice.push({ id, title: name, advice: NOBODY_OPENS })
    for (const step of steps)
      if (isTeams(step) && !step.assignee_id && assignee === null)
        advice.push({ id: step.id, title: step.title, advice: NOBODY })
  }
  return advice
}

const NOBODY =
  'It may be nobody’s: it has no assignee, and the guide has no default assignee. Set one, unless whoever enrolls does it.'
const NOBODY_OPENS =
  'Nobody may open it: the guide has no default assignee. Set one, unless whoever enrolls looks after it.'

function adviceOnStep(step: StoredStep): Advice[] {
  const { id, title, type, estimated_minutes, content } = step
  const text = textOf(step)
  const words = text.split(/\s+/).filter(Boolean).length
  const { fields = [] } = content as { fields?: { required?: boolean }[] }
  const questions = fields.filter(({ required = true }) => required).length
  const reading = readingOf([text])
  const found: readonly (readonly [boolean, string])[] = [
    [typeof estimated_minutes !== 'number', 'Say how many minutes it takes (estimated_minutes).'],
    [words > LONG.words, `${words} words are many for a step: up to ${LONG.words} are read.`],
    [type === 'form' && text.trim() === '', 'Say what the answers are used for (content.markdown).'],
    [questions > LONG.questions, `${questions} questions must be answered: ask at most ${LONG.questions} at once.`],
    [
      reading !== undefined && reading.age > HARD_AGE,
      `It is hard to read (age ${reading?.age}): use shorter sentences and everyday words.`,
    ],
  ]
  return found.flatMap(([isSo, advice]) => (isSo ? [{ id, title, advice }] : []))
}

function textOf({ content }: StoredStep): string {
  return typeof content.markdown === 'string' ? content.markdown : ''
}
