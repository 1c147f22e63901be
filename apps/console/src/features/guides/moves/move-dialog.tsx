import { useOperationMutation } from '../../../api/use-operation.ts'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { DryRun } from './dry-run.tsx'
import { useDryRun } from './use-dry-run.ts'

interface MoveDialogProps {
  guide_id: string
  version: { id: string; number: number }
  onClose(): void
}

/** The dialog that shows the effects of a move before it starts. */
export function MoveDialog({ guide_id, version, onClose }: MoveDialogProps) {
  const { t } = useI18n()
  const { move, error } = useDryRun({ id: guide_id, version_id: version.id })
  const run = useOperationMutation('runGuideMove', {
    shown: true,
    onSuccess: () => toasts.show(t('moves.started', { count: move?.moved ?? 0 })),
  })
  const isReady = move?.status === 'checked' && move.moved > 0
  return (
    <Confirm
      title={t('moves.title', { number: version.number })}
      action={t('moves.action', { count: move?.moved ?? 0 })}
      danger={false}
      waits={!isReady}
      onClose={onClose}
      run={() => run.mutateAsync({ id: guide_id, move_id: move?.id ?? '' })}
    >
      <div className="stack">
        <DryRun move={move} error={error} />
        <p className="soft">{t('moves.how')}</p>
      </div>
    </Confirm>
  )
}
