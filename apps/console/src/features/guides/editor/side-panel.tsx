import type { Unfinished } from '@handrail/core/contract'
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { WhoAndWhen } from './plan/who-and-when.tsx'
import { type Device, Preview } from './preview/preview.tsx'
import type { Editing } from './saving/use-draft.ts'
import { SIDES, type Side } from './use-side.ts'

interface SidePanelProps {
  side: Side
  editing: Editing
  /** The id of the open step. */
  open: string | undefined
  unfinished: readonly Unfinished[]
  device: Device
  onSide(side: Side | undefined): void
  onDevice(device: Device): void
}

/** The panel beside the text: who does the step by when, or the preview. Where there is no room, it takes the place of the text. */
export function SidePanel({ side, editing, open, unfinished, device, onSide, onDevice }: SidePanelProps) {
  const { t } = useI18n()
  const tabs = useRef<HTMLDivElement>(null)
  const turn = ({ key }: KeyboardEvent) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const next = side === 'plan' ? 'preview' : 'plan'
    onSide(next)
    tabs.current?.querySelector<HTMLElement>(`#side-${next}`)?.focus()
  }
  return (
    <aside className="side-panel" aria-label={t('guide_plan.side')}>
      <div className="side-head">
        <div className="seg" role="tablist" aria-label={t('guide_plan.side')} ref={tabs} onKeyDown={turn}>
          {SIDES.map((one) => (
            <button
              key={one}
              type="button"
              role="tab"
              id={`side-${one}`}
              aria-selected={one === side}
              aria-controls="side-panel"
              tabIndex={one === side ? 0 : -1}
              onClick={() => onSide(one)}
            >
              {t(one === 'plan' ? 'guide_plan.title' : 'preview.button')}
            </button>
          ))}
        </div>
        <Button look="bare" square aria-label={t('common.close')} onClick={() => onSide(undefined)}>
          <X className="icon" aria-hidden />
        </Button>
      </div>
      <div role="tabpanel" id="side-panel" className="side-body" aria-labelledby={`side-${side}`}>
        {side === 'plan' ? (
          <WhoAndWhen editing={editing} open={open} unfinished={unfinished} />
        ) : (
          <Preview id={editing.guide.id} draft={editing.draft} open={open} device={device} onDevice={onDevice} />
        )}
      </div>
    </aside>
  )
}
