import { ANYONE } from '../responsible.ts'
import { type ComparedSection, type ComparedStep, headFingerprint, inOrder, stepFingerprint } from './fingerprints.ts'

export interface Change {
  kind: 'added' | 'changed' | 'removed' | 'moved' | 'guide'
  /** The id of the section or step; undefined for the guide itself. */
  id?: string
  title: string
  /** The title of the section, for added and removed steps. */
  section?: string
  /** The changed fields. */
  in?: Differing[]
}

/** The fields of a section or a step that are compared. */
type Differing =
  | 'title'
  | 'description'
  | 'type'
  | 'text'
  | 'content'
  | 'minutes'
  | 'responsible'
  | 'review'
  | 'due'
  | 'opens'
  | 'waiting_message'
  | 'now_required'
  | 'now_optional'

/** The content of a guide, published or draft. */
export interface ComparedGuide {
  title: string
  description: string
  completion_message: string
  asks_effort: boolean
  roles?: readonly { id: string; name: string; description: string }[]
  participants_may_invite?: boolean
  target_after_days?: number | null
  target_label?: string
  sections: readonly ComparedSection[]
}

/** A section or a step, its content and its position. */
interface Part {
  title: string
  says: string | undefined
  /** The section of a step. */
  within: string
  section?: ComparedSection
  step?: ComparedStep
}

/** The changes from an earlier content, section by section and step by step. */
export function changesOf(previous: ComparedGuide, now: ComparedGuide): Change[] {
  const [before, after] = [partsOf(previous), partsOf(now)]
  const moved = movedOf(before, after)
  const changes: Change[] = []
  if (fingerprintOf(previous) !== fingerprintOf(now)) changes.push({ kind: 'guide', title: now.title })
  for (const [id, { title, says }] of after) {
    const known = before.get(id)
    if (!known) changes.push({ kind: 'added', id, title, ...sectionOf(after, id) })
    else if (known.says !== says) changes.push({ kind: 'changed', id, title, in: differing(known, after.get(id)) })
    else if (moved.has(id)) changes.push({ kind: 'moved', id, title })
  }
  for (const [id, { title }] of before)
    if (!after.has(id)) changes.push({ kind: 'removed', id, title, ...sectionOf(before, id) })
  return changes
}

function sectionOf(parts: ReadonlyMap<string, Part>, id: string): Pick<Change, 'section'> {
  const section = parts.get(parts.get(id)?.within ?? '')?.title
  return section === undefined ? {} : { section }
}

/** The fields in which two versions of a section or a step differ. */
function differing(before: Part, after: Part | undefined): Differing[] {
  const renamed: Differing[] = before.title === after?.title ? [] : ['title']
  const [previous, now] = [before.step, after?.step]
  if (!previous || !now) return [...renamed, ...differingHead(before.section, after?.section)]
  const required: Differing = (now.required ?? true) ? 'now_required' : 'now_optional'
  const { markdown: text, ...others } = previous.content
  const { markdown: newText, ...newOthers } = now.content
  const differs: readonly (readonly [Differing, boolean])[] = [
    ['type', previous.type !== now.type],
    ['text', (text ?? '') !== (newText ?? '')],
    ['content', previous.type === now.type && inOrder(others) !== inOrder(newOthers)],
    ['minutes', (previous.estimated_minutes ?? null) !== (now.estimated_minutes ?? null)],
    ['responsible', whoseOf(previous) !== whoseOf(now)],
    ['review', reviewOf(previous) !== reviewOf(now)],
    ['due', inOrder(previous.due ?? null) !== inOrder(now.due ?? null)],
    [required, (previous.required ?? true) !== (now.required ?? true)],
  ]
  return [...renamed, ...differs.flatMap(([what, isSo]) => (isSo ? [what] : []))]
}

function whoseOf({ responsible = ANYONE, internal = false, assignee_id = null }: ComparedStep): string {
  return inOrder([responsible, internal, assignee_id])
}

function reviewOf({ needs_review = false, reviewer_id = null }: ComparedStep): string {
  return inOrder([needs_review, reviewer_id])
}

/** The fields beside the title in which two versions of a section differ. */
function differingHead(before: ComparedSection | undefined, after: ComparedSection | undefined): Differing[] {
  const differs: readonly (readonly [Differing, unknown, unknown])[] = [
    ['description', before?.description ?? '', after?.description ?? ''],
    ['opens', before?.opens ?? 'at_once', after?.opens ?? 'at_once'],
    ['waiting_message', before?.waiting_message ?? '', after?.waiting_message ?? ''],
  ]
  return differs.flatMap(([what, was, is]) => (inOrder(was) === inOrder(is) ? [] : [what]))
}

/** All sections and steps by id, a section before its steps. */
function partsOf({ sections }: ComparedGuide): Map<string, Part> {
  return new Map(
    sections.flatMap((section): [string, Part][] => [
      [section.id ?? '', { title: section.title, says: headFingerprint(section), within: '', section }],
      ...section.steps.map((step): [string, Part] => [
        step.id,
        { title: step.title, says: stepFingerprint(step), within: section.id ?? '', step },
      ]),
    ]),
  )
}

/** The ids that were moved: the fewest that explain the new order of a list. */
function movedOf(before: ReadonlyMap<string, Part>, after: ReadonlyMap<string, Part>): ReadonlySet<string> {
  const remaining = [...after].filter(([id, { within }]) => before.get(id)?.within === within)
  const places = new Map([...before.keys()].map((id, place) => [id, place]))
  const lists = Map.groupBy(remaining, ([, { within }]) => within)
  const still = new Set(
    [...lists.values()].flatMap((list) =>
      longestInOrder(
        list.map(([id]) => id),
        places,
      ),
    ),
  )
  return new Set([...after.keys()].filter((id) => before.has(id) && !still.has(id)))
}

/** The most ids of a list that stand in the order that they had. */
function longestInOrder(ids: readonly string[], places: ReadonlyMap<string, number>): string[] {
  const best: string[][] = []
  for (const id of ids) {
    const place = places.get(id) ?? 0
    const before = best.filter((row) => (places.get(row.at(-1) ?? '') ?? 0) < place)
    const longest = before.reduce<string[]>((most, row) => (row.length > most.length ? row : most), [])
    best.push([...longest, id])
  }
  return best.reduce<string[]>((most, row) => (row.length > most.length ? row : most), [])
}

function fingerprintOf({ title, description, completion_message, asks_effort, ...people }: ComparedGuide): string {
  const { roles = [], participants_may_invite = true, target_after_days = null, target_label = '' } = people
  const plan = [roles, participants_may_invite, target_after_days, target_label]
  return inOrder([title, description, completion_message, asks_effort, ...plan])
}
