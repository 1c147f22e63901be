import type { FIELD_KINDS, StepType } from './contract.ts'
import { type RuleFault, ruleFaults } from './dates/circles.ts'
import { datedSections, type SectionWithDates } from './dates/dated-sections.ts'

/** The problems that prevent publishing, and those that are only reported. */
const PROBLEMS = {
  untitled_section: true,
  untitled_step: true,
  no_address: true,
  wrong_address: true,
  no_items: true,
  empty_item: true,
  no_questions: true,
  no_text: true,
  unlabelled_question: true,
  unnamed_question: true,
  repeated_name: true,
  no_options: true,
  empty_option: true,
  repeated_option: true,
  wrong_range: true,
  circular_date: true,
  unknown_base: true,
  nothing_before: true,
  placeholder: false,
} as const

export type UnfinishedProblem = keyof typeof PROBLEMS

// The keys of an object have the type of its keys.
export const UNFINISHED_PROBLEMS = Object.keys(PROBLEMS) as UnfinishedProblem[]

/** A part of a draft that is not ready for its contacts. */
export interface Unfinished {
  /** The id of the section or step. */
  id: string
  problem: UnfinishedProblem
  /** The number of the item or question from 1, the placeholder, or the titles of the steps in a circle of dates. */
  at?: number | string
  /** Whether it prevents publishing. */
  prevents: boolean
}

interface Field {
  name: string
  label: string
  kind: (typeof FIELD_KINDS)[number]
  options?: readonly string[] | undefined
  min?: number | undefined
  max?: number | undefined
  earliest?: string | undefined
  latest?: string | undefined
}

type Step = SectionWithDates['steps'][number] & {
  type: StepType
  content: {
    markdown?: string | undefined
    url?: string | undefined
    items?: readonly string[] | undefined
    fields?: readonly Field[] | undefined
  }
}

type Section = Omit<SectionWithDates, 'steps'> & { steps: readonly Step[] }

/** The names of content that each type of step shows. */
const USED: Record<StepType, readonly string[]> = {
  simple_content: [],
  video: ['url', 'captions'],
  embed: ['url'],
  link: ['url', 'button_label'],
  checklist: ['items'],
  form: ['fields'],
  file_upload: ['accept', 'max_bytes'],
  approval: ['documents'],
}

export function usedContent(type: StepType): ReadonlySet<string> {
  return new Set(['markdown', ...USED[type]])
}

type Found = [problem: UnfinishedProblem, at?: number | string]

/**
 * All unfinished parts of a draft, in its order. Those with `prevents` are the ones for which publishing is refused.
 * @param placeholders texts that stand for others, such as the title of a new step
 */
export function unfinishedOf(sections: readonly Section[], placeholders: readonly string[] = []): Unfinished[] {
  const faults = Map.groupBy(ruleFaults(datedSections(sections)), ({ section, step }) => placeOf(section, step))
  const faultsAt = (section: number, step: number | null) =>
    (faults.get(placeOf(section, step)) ?? []).map(problemOfRule)
  const parts = sections.flatMap(({ id, title, steps }, at) => [
    { id, found: [...problemsOfSection(title, placeholders), ...faultsAt(at, null)] },
    ...steps.map((step, index) => ({
      id: step.id,
      found: [...problemsOfStep(step, placeholders), ...faultsAt(at, index)],
    })),
  ])
  return parts.flatMap(({ id, found }) =>
    found.map(([problem, at]) => ({
      id,
      problem,
      ...(at !== undefined && { at }),
      prevents: PROBLEMS[problem],
    })),
  )
}

function placeOf(section: number, step: number | null): string {
  return `${section} ${step}`
}

/** The problem of a date that no enrollment could have. */
function problemOfRule({ code, path, length }: RuleFault): Found {
  if (code === 'nothing_before') return [code]
  if (code === 'unknown_step') return ['unknown_base']
  return ['circular_date', [...path, ...(length > path.length ? ['…'] : [])].join(' → ')]
}

function problemsOfSection(title: string, placeholders: readonly string[]): Found[] {
  if (isBlank(title)) return [['untitled_section']]
  return placeholdersIn([title], placeholders)
}

function problemsOfStep({ title, type, content }: Step, placeholders: readonly string[]): Found[] {
  const untitled: Found[] = isBlank(title) ? [['untitled_step']] : []
  const { markdown = '', items = [], fields = [] } = content
  const shown = [title, markdown]
  if (type === 'checklist') shown.push(...items)
  if (type === 'form') shown.push(...fields.map(({ label }) => label))
  return [...untitled, ...problemsOfContent(type, content), ...placeholdersIn(shown, placeholders)]
}

function problemsOfContent(
  type: StepType,
  { markdown = '', url = '', items = [], fields = [] }: Step['content'],
): Found[] {
  switch (type) {
    case 'approval':
      return isBlank(markdown) ? [['no_text']] : []
    case 'video':
    case 'embed':
    case 'link':
      if (isBlank(url)) return [['no_address']]
      return isWebAddress(url) ? [] : [['wrong_address']]
    case 'checklist':
      return items.length === 0 ? [['no_items']] : numbered(items, (item) => (isBlank(item) ? ['empty_item'] : []))
    case 'form':
      return fields.length === 0
        ? [['no_questions']]
        : numbered(fields, (field, index) => problemsOfField(field, fields.slice(0, index)))
    default:
      return []
  }
}

function problemsOfField(field: Field, earlier: readonly Field[]): UnfinishedProblem[] {
  const { name, label, kind, options = [], min, max, earliest, latest } = field
  const chooses = kind === 'choice' || kind === 'multiple_choice'
  const problems: readonly (readonly [UnfinishedProblem, boolean])[] = [
    ['unlabelled_question', isBlank(label)],
    ['unnamed_question', isBlank(name)],
    ['repeated_name', !isBlank(name) && earlier.some((other) => other.name.trim() === name.trim())],
    ['no_options', chooses && options.length === 0],
    ['empty_option', options.some(isBlank)],
    ['repeated_option', new Set(options.map((option) => option.trim())).size < options.length],
    ['wrong_range', (min !== undefined && max !== undefined && min > max) || isAfter(earliest, latest)],
  ]
  return problems.flatMap(([problem, isSo]) => (isSo ? [problem] : []))
}

function isAfter(earliest: string | undefined, latest: string | undefined): boolean {
  return earliest !== undefined && latest !== undefined && earliest > latest
}

function numbered<T>(list: readonly T[], problems: (one: T, index: number) => UnfinishedProblem[]): Found[] {
  return list.flatMap((one, index) => problems(one, index).map((problem): Found => [problem, index + 1]))
}

/** Whether a text is an address that a step can open. */
export function isWebAddress(text: string): boolean {
  const address = text.trim()
  return /^https?:/i.test(address) && URL.canParse(address)
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** `[Name of the product]`, which is no link, tick or footnote, and words for a text that is still to be written. */
const PLACEHOLDER = /\[[^[\]\n^]{3,60}\](?![[(:])|\b(?:TODO|TBD|XXX)\b|\blorem ipsum\b/i

/** The first placeholder of some texts. */
function placeholdersIn(texts: readonly string[], known: readonly string[]): Found[] {
  for (const text of texts) {
    if (known.includes(text.trim())) return [['placeholder', text.trim()]]
    const found = PLACEHOLDER.exec(text)?.[0]
    if (found !== undefined) return [['placeholder', found]]
  }
  return []
}
