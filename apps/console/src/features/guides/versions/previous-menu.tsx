import { Eye, GitCompare, Route, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ActionMenu } from '../../../components/menu.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { MoveDialog } from '../moves/move-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { isReplaced, type PreviousVersion, useNameOf, type Version } from './version.ts'
import { CompareDialog, LookDialog } from './version-dialogs.tsx'

/** The menu of an earlier content of a guide. @param others the contents that it can be compared with */
export function PreviousMenu({ previous, others }: { previous: PreviousVersion; others: readonly Version[] }) {
  const { t } = useI18n()
  const mayWrite = useCan('guides:write')
  const mayMove = useCan('enrollments:write') && !isReplaced(previous)
  const [open, setOpen] = useState<'look' | 'compare' | 'restore' | 'move'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ActionMenu
        of={useNameOf()(previous)}
        actions={[
          { icon: Eye, text: t('versions.look'), run: () => setOpen('look') },
          { icon: GitCompare, text: t('versions.compare'), run: () => setOpen('compare') },
          mayWrite && { icon: Undo2, text: t('versions.restore'), run: () => setOpen('restore') },
          mayMove && { icon: Route, text: t('moves.open'), run: () => setOpen('move') },
        ]}
      />
      {open === 'look' && <LookDialog previous={previous} onClose={close} />}
      {open === 'compare' && <CompareDialog previous={previous} others={others} onClose={close} />}
      {open === 'restore' && <RestoreDialog previous={previous} onClose={close} />}
      {open === 'move' && !isReplaced(previous) && (
        <MoveDialog guide_id={previous.guide_id} version={previous} onClose={close} />
      )}
    </>
  )
}
