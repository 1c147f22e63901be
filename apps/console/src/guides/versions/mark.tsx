import { ArrowUpDown, PencilLine, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useAnswer } from '../../door/hooks.ts'
import { useWords } from '../../words/words.ts'
import type { Draft, SavedGuide } from '../editor/draft.ts'
import { type Change, changesOf } from './changes.ts'

const ICONS = { added: Plus, changed: PencilLine, moved: ArrowUpDown } as const
export type Marked = keyof typeof ICONS
/** How sections and steps differ from what is published, by their ids. */
export type Marks = ReadonlyMap<string, Marked>

const NONE: Marks = new Map()

/** None before something is published. */
export function useMarks({ guide, draft }: { guide: SavedGuide; draft: Draft }): Marks {
  const isPublished = guide.status === 'published'
  const published = useAnswer('getGuide', { id: guide.id }, { enabled: isPublished }).data?.data
  return useMemo(
    () => (isPublished && published ? new Map(changesOf(published, draft).flatMap(markOf)) : NONE),
    [isPublished, published, draft],
  )
}

function markOf({ id, kind }: Change): [string, Marked][] {
  return id !== undefined && isMarked(kind) ? [[id, kind]] : []
}

function isMarked(kind: Change['kind']): kind is Marked {
  return Object.hasOwn(ICONS, kind)
}

/** That a section or a step differs from what is published. */
export function Mark({ mark }: { mark: Marked | undefined }) {
  const { say } = useWords()
  if (!mark) return null
  const Icon = ICONS[mark]
  const text = say(`publish.mark.${mark}`)
  return (
    <span className="mark" title={text}>
      <Icon className="icon" aria-hidden />
      <span className="unseen">{text}</span>
    </span>
  )
}
