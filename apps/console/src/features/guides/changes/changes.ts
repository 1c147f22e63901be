import { ANYONE, type Draft, type Step } from '../draft/draft.ts'
import { inOrder, stepFingerprint } from '../draft/same.ts'

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
  | 'now_required'
  | 'now_optional'

/** The content of a guide, published or draft. */
export type Contents = Pick<Draft, 'title' | 'description' | 'completion_message' | 'asks_effort'> &
  Partial<Pick<Draft, 'roles' | 'participants_may_invite'>> & {
    sections: readonly {
      id?: string | undefined
      title: string
      description?: string | undefined
      steps: readonly ComparedStep[]
    }[]
  }

type ComparedStep = Pick<Step, 'id' | 'title' | 'type' | 'content' | 'required'> &
  Partial<Pick<Step, 'estimated_minutes' | 'responsible'>>

/** A section or a step, its content and its position. */
interface Part {
  title: string
  says: string | undefined
  /** The section of a step. */
  within: string
  step?: ComparedStep
}

/** The changes from an earlier content, section by section and step by step. */
export function changesOf(previous: Contents, now: Contents): Change[] {
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
  if (!previous || !now) return renamed.length > 0 ? renamed : ['description']
  const required: Differing = now.required ? 'now_required' : 'now_optional'
  const { markdown: text, ...others } = previous.content
  const { markdown: newText, ...newOthers } = now.content
  const differs: readonly (readonly [Differing, boolean])[] = [
    ['type', previous.type !== now.type],
    ['text', (text ?? '') !== (newText ?? '')],
    ['content', previous.type === now.type && inOrder(others) !== inOrder(newOthers)],
    ['minutes', (previous.estimated_minutes ?? null) !== (now.estimated_minutes ?? null)],
    ['responsible', (previous.responsible ?? ANYONE) !== (now.responsible ?? ANYONE)],
    [required, previous.required !== now.required],
  ]
  return [...renamed, ...differs.flatMap(([what, isSo]) => (isSo ? [what] : []))]
}

/** All sections and steps by id, a section before its steps. */
function partsOf({ sections }: Contents): Map<string, Part> {
  return new Map(
    sections.flatMap(({ id = '', title, description = '', steps }): [string, Part][] => [
      [id, { title, says: JSON.stringify([title, description]), within: '' }],
      ...steps.map((step): [string, Part] => [
        step.id,
        { title: step.title, says: stepFingerprint(step), within: id, step },
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

function fingerprintOf({ title, description, completion_message, asks_effort, ...people }: Contents): string {
  const { roles = [], participants_may_invite = true } = people
  return inOrder([title, description, completion_message, asks_effort, roles, participants_may_invite])
}
