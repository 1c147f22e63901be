import { z } from 'zod'
import { LANGUAGES } from '../../contract/languages.ts'
import { OutputId } from '../../fields/fields.ts'
import type { StoredSection, StoredStep } from '../../storage/tables/guides.ts'
import { isInternal, isTeams } from '../responsible.ts'
import { UNFINISHED_PROBLEMS, type Unfinished, type UnfinishedProblem, unfinishedOf } from '../unfinished.ts'
import { readingOf } from './reading.ts'

/** From how many it is advised to write less, or to split. */
const LONG = { steps: 20, steps_of_section: 10, words: 300, questions: 8 } as const
const HARD_AGE = 14
const MAX_NAMED = 50
const NO_STEPS = 'no_steps'
const ADVICE = [
  'many_steps',
  'long_section',
  'empty_section',
  'nobody_opens',
  'nobody_does',
  'no_minutes',
  'many_words',
  'no_purpose',
  'many_questions',
  'hard_to_read',
] as const

export const DraftCheck = z
  .object({
    revision: z.string().meta({ reference: 'The draft that was examined.' }),
    can_be_published: z.boolean().meta({ reference: 'Whether nothing in `problems` prevents publishing.' }),
    problems: z
      .array(
        z.object({
          id: OutputId.nullable()
            .describe('The section or step; null for the guide')
            .meta({ reference: 'The section or step with the problem; `null` for the guide as a whole.' }),
          title: z.string().meta({ reference: 'Title of the section or step.' }),
          problem: z.string().meta({ reference: 'What is wrong, in a sentence.' }),
          code: z.enum([NO_STEPS, ...UNFINISHED_PROBLEMS]).meta({ reference: 'The same for programs.' }),
          at: z
            .union([z.int(), z.string()])
            .optional()
            .describe('The number of the item or question, the placeholder, or the steps in a circle of dates'),
          prevents_publishing: z
            .boolean()
            .meta({ reference: 'Whether the guide cannot be published before this is mended.' }),
        }),
      )
      .describe(`The first ${MAX_NAMED}`)
      .meta({ reference: 'What is wrong with the draft: the first 50 problems.' }),
    problems_count: z.int().meta({ reference: 'Number of problems in all.' }),
    advice: z
      .array(
        z.object({
          id: OutputId.nullable().meta({ reference: 'The section or step; `null` for the guide as a whole.' }),
          title: z.string().meta({ reference: 'Title of the section, step or guide.' }),
          advice: z.string().meta({ reference: 'What would help those who follow the guide, in a sentence.' }),
          code: z.enum(ADVICE).meta({ reference: 'The same for programs.' }),
          count: z
            .int()
            .optional()
            .describe('Steps, words or questions, or the age for reading')
            .meta({ reference: 'The number found: of steps, words or questions, or the age for reading.' }),
          limit: z
            .int()
            .optional()
            .describe('The number that is advised at most')
            .meta({ reference: 'The number that is advised at most.' }),
        }),
      )
      .describe(`The first ${MAX_NAMED}`)
      .meta({ reference: 'What would help those who follow the guide: the first 50 suggestions.' }),
    advice_count: z.int().meta({ reference: 'Number of suggestions in all.' }),
    reading: z
      .object({
        language: z
          .enum(LANGUAGES)
          .meta({ reference: 'Language of the text, as far as it can be told from common words.' }),
        age: z
          .int()
          .describe('From which most people read it with ease')
          .meta({ reference: 'Age from which most people read the text with ease.' }),
      })
      .nullable()
      .describe('Null for few words')
      .meta({ reference: 'How hard the text is to read; `null` if there are too few words to tell.' }),
    minutes: z
      .int()
      .describe('Sum of `estimated_minutes` of the steps that customers see')
      .meta({ reference: 'Sum of `estimated_minutes` of the steps that customers see.' }),
  })
  .meta({ id: 'DraftCheck', reference: 'What prevents publishing a draft, and what would help those who follow it.' })

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
      ...{ code: rest.problem, at: rest.at },
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
  code: NO_STEPS,
  prevents_publishing: true,
} as const

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

type Finding = Pick<Advice, 'code' | 'count' | 'limit'>

const ADVICE_SENTENCES: Record<Advice['code'], (finding: Finding) => string> = {
  many_steps: ({ count, limit }) => `${count} steps are many: people finish guides of up to ${limit}.`,
  long_section: ({ count, limit }) => `${count} steps: split it into sections of up to ${limit}.`,
  empty_section: () => 'The section has no steps.',
  nobody_opens: () =>
    'Nobody may open it: the guide has no default assignee. Set one, unless whoever enrolls looks after it.',
  nobody_does: () =>
    'It may be nobody’s: it has no assignee, and the guide has no default assignee. Set one, unless whoever enrolls does it.',
  no_minutes: () => 'Say how many minutes it takes (estimated_minutes).',
  many_words: ({ count, limit }) => `${count} words are many for a step: up to ${limit} are read.`,
  no_purpose: () => 'Say what the answers are used for (content.markdown).',
  many_questions: ({ count, limit }) => `${count} questions must be answered: ask at most ${limit} at once.`,
  hard_to_read: ({ count }) => `It is hard to read (age ${count}): use shorter sentences and everyday words.`,
}

function adviceOn({ id, title }: Pick<Advice, 'id' | 'title'>, finding: Finding): Advice {
  return { id, title, advice: ADVICE_SENTENCES[finding.code](finding), ...finding }
}

function adviceOnGuide({ title, sections }: Checked, seen: readonly StoredStep[], assignee: string | null): Advice[] {
  const advice: Advice[] = []
  if (seen.length > LONG.steps)
    advice.push(adviceOn({ id: null, title }, { code: 'many_steps', count: seen.length, limit: LONG.steps }))
  for (const section of sections) {
    const { steps, opens } = section
    if (steps.length > LONG.steps_of_section)
      advice.push(adviceOn(section, { code: 'long_section', count: steps.length, limit: LONG.steps_of_section }))
    if (steps.length === 0) advice.push(adviceOn(section, { code: 'empty_section' }))
    if (opens === 'by_team' && assignee === null) advice.push(adviceOn(section, { code: 'nobody_opens' }))
    for (const step of steps)
      if (isTeams(step) && !step.assignee_id && assignee === null) advice.push(adviceOn(step, { code: 'nobody_does' }))
  }
  return advice
}

function adviceOnStep(step: StoredStep): Advice[] {
  const { type, estimated_minutes, content } = step
  const text = textOf(step)
  const words = text.split(/\s+/).filter(Boolean).length
  const { fields = [] } = content as { fields?: { required?: boolean }[] }
  const questions = fields.filter(({ required = true }) => required).length
  const age = readingOf([text])?.age ?? 0
  const found: readonly (readonly [boolean, Finding])[] = [
    [typeof estimated_minutes !== 'number', { code: 'no_minutes' }],
    [words > LONG.words, { code: 'many_words', count: words, limit: LONG.words }],
    [type === 'form' && text.trim() === '', { code: 'no_purpose' }],
    [questions > LONG.questions, { code: 'many_questions', count: questions, limit: LONG.questions }],
    [age > HARD_AGE, { code: 'hard_to_read', count: age }],
  ]
  return found.flatMap(([isSo, finding]) => (isSo ? [adviceOn(step, finding)] : []))
}

function textOf({ content }: StoredStep): string {
  return typeof content.markdown === 'string' ? content.markdown : ''
}
