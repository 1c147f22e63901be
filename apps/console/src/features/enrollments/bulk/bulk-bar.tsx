import { Bell, CalendarPlus, CircleOff, type LucideIcon, RotateCcw, UserRound } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { BulkBar } from '../../../components/list/bulk-bar.tsx'
import type { Selection } from '../../../components/list/selection.ts'
import { lazyDialog } from '../../../components/loading/lazy-dialog.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { ACTIONS, type Action, applies } from './changes.ts'

const BulkDialog = lazyDialog(() => import('./bulk-dialog.tsx'), 'BulkDialog')

const ICONS: Record<Action, LucideIcon> = {
  remind: Bell,
  extend: CalendarPlus,
  assign: UserRound,
  expire: CircleOff,
  reopen: RotateCcw,
}

/** The actions for the selected enrollments: those that apply to at least one. */
export function EnrollmentBulkBar({ selection }: { selection: Selection<Item<'listEnrollments'>> }) {
  const { t } = useI18n()
  const [action, setAction] = useState<Action>()
  const offered = ACTIONS.filter((one) => selection.rows.some((row) => applies(one, row)))
  return (
    <>
      <BulkBar selection={selection}>
        {offered.map((one, index) => {
          const Icon = ICONS[one]
          return (
            <Button key={one} look={index === 0 ? 'main' : 'bare'} onClick={() => setAction(one)}>
              <Icon className="icon" aria-hidden />
              {t(`bulk.${one}`)}
            </Button>
          )
        })}
      </BulkBar>
      {action && (
        <BulkDialog
          action={action}
          rows={selection.rows}
          onClose={() => setAction(undefined)}
          onDone={selection.clear}
        />
      )}
    </>
  )
}
