import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

interface ShownDialogProps {
  title: string
  broad?: boolean
  /** Actions beside closing. */
  act?: ReactNode
  onClose(): void
  children: ReactNode
}

/** Something to be read in front of the page. */
export function ShownDialog({ title, broad = false, act, onClose, children }: ShownDialogProps) {
  const { t } = useI18n()
  return (
    <Dialog title={title} broad={broad} onClose={onClose}>
      <div className="body">{children}</div>
      <div className="foot">
        {act}
        <Button look="main" onClick={onClose}>
          {t('common.done')}
        </Button>
      </div>
    </Dialog>
  )
}
