import type { Change, ComparedGuide } from './compare.ts'
import type { ComparedSection, ComparedStep } from './fingerprints.ts'
import { type Passage, passagesOf } from './passages.ts'

/** The texts of a guide that are compared word by word. */
export const COMPARED_TEXTS = [
  'title',
  'description',
  'completion_message',
  'text',
  'content',
  'minutes',
  'waiting_message',
] as const
type ComparedText = (typeof COMPARED_TEXTS)[number]
type Texts = Partial<Record<ComparedText, string>>

/** A text that a change gives other words. */
export interface ChangedText {
  field: ComparedText
  passages: Passage[]
}

/** The texts that a change of `changesOf` gives other words, word by word. What is new or gone has none. */
export function changedTexts(previous: ComparedGuide, now: ComparedGuide, { kind, id }: Change): ChangedText[] {
  if (kind !== 'changed' && kind !== 'guide') return []
  const [before, after] = [textsOf(previous, id), textsOf(now, id)]
  return COMPARED_TEXTS.flatMap((field) => {
    const [was, is] = [before[field] ?? '', after[field] ?? '']
    return was === is ? [] : [{ field, passages: passagesOf(was, is) }]
  })
}

/** The texts of the section or step with an id; without one, those of the guide itself. */
function textsOf(guide: ComparedGuide, id: string | undefined): Texts {
  if (id === undefined) {
    const { title, description, completion_message } = guide
    return { title, description, completion_message }
  }
  for (const section of guide.sections) {
    if (section.id === id) return sectionTexts(section)
    const step = section.steps.find((one) => one.id === id)
    if (step) return stepTexts(step)
  }
  return {}
}

function sectionTexts({ title, description = '', waiting_message = '' }: ComparedSection): Texts {
  return { title, description, waiting_message }
}

function stepTexts({ title, content, estimated_minutes }: ComparedStep): Texts {
  const { markdown, ...others } = content
  const minutes = estimated_minutes ? String(estimated_minutes) : ''
  return { title, text: typeof markdown === 'string' ? markdown : '', content: linesOf(others).join('\n'), minutes }
}

/** What a step contains beside its text, a line for each thing: an address, an item, a question with its options. */
function linesOf(content: Readonly<Record<string, unknown>>): string[] {
  return Object.values(content)
    .flatMap((value) => [value].flat())
    .flatMap(lineOf)
}

function lineOf(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  const { label, name, text, options } = value as Record<string, unknown>
  const [title] = [label, text, name].filter((one) => typeof one === 'string' && one !== '')
  const choices = Array.isArray(options) ? options.filter((one) => typeof one === 'string') : []
  return typeof title === 'string' ? [choices.length > 0 ? `${title} (${choices.join(', ')})` : title] : []
}
