import type { ComponentChildren } from 'preact'
import { useShown } from '../app/shown.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface PanelButtonsProps {
  /** Why the last attempt failed. */
  failure?: string | undefined
  onCancel(): void
  /** The buttons that act. */
  children: ComponentChildren
}

/** The end of a panel that asks the person. */
export function PanelButtons({ failure, onCancel, children }: PanelButtonsProps) {
  const { common } = useShown()
  return (
    <>
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      <div className="row wrap">
        {children}
        <span className="grow" />
        <Button kind="quiet" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </>
  )
}
