import { useEffect, useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { Tick } from '../../../components/form/field.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import type { SavedGuide } from '../draft/draft.ts'
import { DryRun } from './dry-run.tsx'
import { type Move, useDryRun } from './use-dry-run.ts'

interface MoveChoiceProps {
  guide: SavedGuide
  /** Whether the server has the current draft. */
  isSaved: boolean
  save(): Promise<void>
  onChange(move: Move | 'asked' | undefined): void
}

/** The contacts affected by publishing, and the choice to move them to the new version. */
export function MoveChoice({ guide, isSaved, save, onChange }: MoveChoiceProps) {
  const { t } = useI18n()
  const mayMove = useCan('enrollments:write')
  const [chosen, setChosen] = useState(false)
  const count = useOnTheirWay(guide.id)
  const number = guide.version_number ?? 0
  const choose = (value: boolean) => {
    setChosen(value)
    onChange(value ? 'asked' : undefined)
    if (value && !isSaved) void save()
  }
  return (
    <div className="stack">
      <p className="note">{t('publish.affected', { count, number: number + 1 })}</p>
      {mayMove && count > 0 && (
        <Tick label={t('publish.move', { number: number + 1 })} checked={chosen} onChange={choose} />
      )}
      {chosen && isSaved && <Trial guide_id={guide.id} onChange={onChange} />}
    </div>
  )
}

function Trial({ guide_id, onChange }: { guide_id: string; onChange: MoveChoiceProps['onChange'] }) {
  const { move, error } = useDryRun({ id: guide_id, draft: true })
  useEffect(() => {
    if (move?.status === 'checked') onChange(move)
  }, [move, onChange])
  return <DryRun move={move} error={error} />
}

/** The number of active enrollments of a guide. */
function useOnTheirWay(guide_id: string): number {
  const count = { guide_id, per_page: 1 }
  const invited = useOperation('listEnrollments', { ...count, status: 'invited' })
  const begun = useOperation('listEnrollments', { ...count, status: 'in_progress' })
  return (invited.data?.meta.total ?? 0) + (begun.data?.meta.total ?? 0)
}
