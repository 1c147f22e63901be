import type { Data } from '../../door/operations.ts'
import type { Draft, Step } from './draft.ts'

interface Change {
  kind: 'added' | 'changed' | 'removed' | 'moved' | 'guide'
  title: string
}

type Published = Data<'getGuide'>

/** What differs from the published guide, step by step. */
export function changesOf(published: Published, draft: Draft): Change[] {
  const before = stepsOf(published.sections)
  const after = stepsOf(draft.sections)
  const changes: Change[] = []
  if (sayings(published) !== sayings(draft)) changes.push({ kind: 'guide', title: draft.title })
  for (const [id, { step, section }] of after) {
    const former = before.get(id)
    if (!former) changes.push({ kind: 'added', title: step.title })
    else if (written(former.step) !== written(step)) changes.push({ kind: 'changed', title: step.title })
    else if (former.section !== section) changes.push({ kind: 'moved', title: step.title })
  }
  for (const [id, { step }] of before) if (!after.has(id)) changes.push({ kind: 'removed', title: step.title })
  const kept = (ids: Iterable<string>) => [...ids].filter((id) => before.has(id) && after.has(id)).join()
  if (kept(before.keys()) !== kept(after.keys()) && !changes.some(({ kind }) => kind === 'moved'))
    changes.push({ kind: 'moved', title: draft.title })
  return changes
}

type WrittenStep = Pick<Step, 'id' | 'title' | 'type' | 'content' | 'required'> &
  Partial<Pick<Step, 'estimated_minutes'>>

function stepsOf(sections: readonly { id?: string | undefined; steps: readonly WrittenStep[] }[]) {
  const steps = sections.flatMap((section) =>
    section.steps.map((step) => [step.id, { step, section: section.id }] as const),
  )
  return new Map(steps)
}

function written({ title, type, content, required, estimated_minutes }: WrittenStep): string {
  const inOrder = Object.entries(content).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([title, type, inOrder, required, estimated_minutes ?? null])
}

function sayings(
  guide: Pick<Draft, 'title' | 'description' | 'completion_message' | 'asks_effort'> & {
    sections: readonly { title: string; description?: string | undefined }[]
  },
): string {
  const { title, description, completion_message, asks_effort, sections } = guide
  return JSON.stringify([
    title,
    description,
    completion_message,
    asks_effort,
    sections.map((one) => [one.title, one.description]),
  ])
}
