import { type ReactNode, useState } from 'react'
import { useFault } from '../../api/fault.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../button.tsx'
import { Fault } from '../query-view.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmProps {
  title: string
  /** The consequences of confirming. */
  children: ReactNode
  /** The label of the button. */
  action: string
  danger?: boolean
  /** Whether the consequences are still loading. */
  waits?: boolean
  run(): Promise<unknown>
  onClose(): void
}

/** A confirmation before an action that cannot be undone. The safe button comes first. */
export function Confirm({ title, children, action, danger = true, waits = false, run, onClose }: ConfirmProps) {
  const { t } = useI18n()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const fault = useFault(error)
  const go = async () => {
    setBusy(true)
    try {
      await run()
      onClose()
    } catch (thrown) {
      setError(thrown)
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="body">
        <div>{children}</div>
        {fault && <Fault fault={fault} />}
      </div>
      <div className="foot">
        <Button onClick={onClose}>{t('common.keep')}</Button>
        <Button look="main" danger={danger} busy={busy || waits} onClick={go}>
          {action}
        </Button>
      </div>
    </Dialog>
  )
}
