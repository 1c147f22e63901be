import { Eye, GitCompare, Route, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { ActionMenu } from '../../../components/menu.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { useMay } from '../../../workspace/workspace.ts'
import { MoveDialog } from '../moves/move-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { type Former, isReplaced, useNameOf, type Version } from './version.ts'
import { CompareDialog, LookDialog } from './version-dialogs.tsx'

/** What can be done with what a guide said once. @param others what it is compared with */
export function FormerMenu({ former, others }: { former: Former; others: readonly Version[] }) {
  const { say } = useWords()
  const mayWrite = useMay('guides:write')
  const mayMove = useMay('enrollments:write') && !isReplaced(former)
  const [open, setOpen] = useState<'look' | 'compare' | 'restore' | 'move'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ActionMenu
        of={useNameOf()(former)}
        actions={[
          { icon: Eye, text: say('versions.look'), run: () => setOpen('look') },
          { icon: GitCompare, text: say('versions.compare'), run: () => setOpen('compare') },
          mayWrite && { icon: Undo2, text: say('versions.restore'), run: () => setOpen('restore') },
          mayMove && { icon: Route, text: say('moves.open'), run: () => setOpen('move') },
        ]}
      />
      {open === 'look' && <LookDialog former={former} onClose={close} />}
      {open === 'compare' && <CompareDialog former={former} others={others} onClose={close} />}
      {open === 'restore' && <RestoreDialog former={former} onClose={close} />}
      {open === 'move' && !isReplaced(former) && (
        <MoveDialog guide_id={former.guide_id} version={former} onClose={close} />
      )}
    </>
  )
}
