import type { Draft, Step } from './draft.ts'

export interface Change {
  kind: 'added' | 'changed' | 'removed' | 'moved' | 'guide'
  title: string
}

/** What a guide says, as it is published or as it is being written. */
export type Contents = Pick<Draft, 'title' | 'description' | 'completion_message' | 'asks_effort'> & {
  sections: readonly {
    id?: string | undefined
    title: string
    description?: string | undefined
    steps: readonly WrittenStep[]
  }[]
}

/** What differs from what was said before, step by step. */
export function changesOf(former: Contents, now: Contents): Change[] {
  const before = stepsOf(former.sections)
  const after = stepsOf(now.sections)
  const changes: Change[] = []
  if (sayings(former) !== sayings(now)) changes.push({ kind: 'guide', title: now.title })
  for (const [id, { step, section }] of after) {
    const known = before.get(id)
    if (!known) changes.push({ kind: 'added', title: step.title })
    else if (written(known.step) !== written(step)) changes.push({ kind: 'changed', title: step.title })
    else if (known.section !== section) changes.push({ kind: 'moved', title: step.title })
  }
  for (const [id, { step }] of before) if (!after.has(id)) changes.push({ kind: 'removed', title: step.title })
  const kept = (ids: Iterable<string>) => [...ids].filter((id) => before.has(id) && after.has(id)).join()
  if (kept(before.keys()) !== kept(after.keys()) && !changes.some(({ kind }) => kind === 'moved'))
    changes.push({ kind: 'moved', title: now.title })
  return changes
}

type WrittenStep = Pick<Step, 'id' | 'title' | 'type' | 'content' | 'required'> &
  Partial<Pick<Step, 'estimated_minutes'>>

function stepsOf(sections: Contents['sections']) {
  const steps = sections.flatMap((section) =>
    section.steps.map((step) => [step.id, { step, section: section.id }] as const),
  )
  return new Map(steps)
}

function written({ title, type, content, required, estimated_minutes }: WrittenStep): string {
  const inOrder = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([title, type, inOrder, required, estimated_minutes ?? null])
}

function sayings({ title, description, completion_message, asks_effort, sections }: Contents): string {
  return JSON.stringify([
    title,
    description,
    completion_message,
    asks_effort,
    sections.map((one) => [one.title, one.description]),
  ])
}
