import type { Draft } from '../../draft/draft.ts'

/** The part of a draft that determines the order of pages. */
interface Outline extends Pick<Draft, 'asks_effort'> {
  sections: readonly { steps: readonly { id: string }[] }[]
}

/** The page of a step, below that of the guide; without a step that of the guide. */
export function stepPath(id: string | undefined): string {
  return id === undefined ? '' : `/steps/${id}`
}

/** Whether there is such a page in the preview. */
export function isShown(path: string): boolean {
  return /^(?:\/steps\/[\w-]+|\/finish|\/thanks)?$/.test(path)
}

/** Whether a draft has a page: that of a step that was just taken out of it is about to be left. */
export function isIn({ sections }: Pick<Outline, 'sections'>, path: string): boolean {
  if (!path.startsWith('/steps/')) return true
  return sections.some(({ steps }) => steps.some(({ id }) => stepPath(id) === path))
}

/** The next page after a page is done. */
export function nextPath({ sections, asks_effort }: Outline, path: string): string {
  if (path === '/finish') return '/thanks'
  const ids = sections.flatMap(({ steps }) => steps.map(({ id }) => id))
  const next = ids[ids.findIndex((id) => stepPath(id) === path) + 1]
  if (next !== undefined) return stepPath(next)
  return asks_effort ? '/finish' : '/thanks'
}
