import { type Change, changesOf } from '@handrail/core/contract'
import { ArrowUpDown } from 'lucide-react'
import { useMemo } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import type { Draft, SavedGuide } from '../draft/draft.ts'

const MARKED = ['added', 'changed', 'moved'] as const
export type Marked = (typeof MARKED)[number]
/** The differences of sections and steps from the published version, by id. */
export type Marks = ReadonlyMap<string, Marked>

const NONE: readonly Change[] = []

/** The differences from the published version; none before the first publication. */
export function useChanges({ guide, draft }: { guide: SavedGuide; draft: Draft }): readonly Change[] {
  const isPublished = guide.status === 'published'
  const published = useOperation('getGuide', { id: guide.id }, { enabled: isPublished }).data?.data
  return useMemo(() => (isPublished && published ? changesOf(published, draft) : NONE), [isPublished, published, draft])
}

export function marksOf(changes: readonly Change[]): Marks {
  return new Map(changes.flatMap(markOf))
}

function markOf({ id, kind }: Change): [string, Marked][] {
  const mark = MARKED.find((one) => one === kind)
  return id !== undefined && mark ? [[id, mark]] : []
}

/** The mark of a section or a step that differs from the published version. */
export function Mark({ mark }: { mark: Marked | undefined }) {
  const { t } = useI18n()
  if (!mark) return null
  const text = t(`publish.mark.${mark}`)
  return (
    <span className={`mark ${mark}`} title={text}>
      {mark === 'added' && <span aria-hidden>{t('publish.kind.added')}</span>}
      {mark === 'moved' && <ArrowUpDown className="icon" aria-hidden />}
      <span className="unseen">{text}</span>
    </span>
  )
}
