import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'

type Section = Data<'getEnrollmentSteps'>['sections'][number]
type WaitsFor = NonNullable<Section['waits_for']>

interface GateProps {
  section: Pick<Section, 'id' | 'title' | 'waits_for' | 'can_close'>
  enrollment: Pick<Data<'getEnrollment'>, 'id' | 'status'>
}

/** What a closed section waits for, with a button that opens it; in one that was just opened, a button that takes this back. */
export function Gate({ section, enrollment }: GateProps) {
  const { t } = useI18n()
  const mayChange = useCan('enrollments:write') && enrollment.status !== 'expired'
  const [isAsking, ask] = useState(false)
  const { waits_for: waits, title } = section
  const place = { id: enrollment.id, section_id: section.id }
  const close = useOperationMutation('closeSection', {
    onSuccess: () => toasts.show(t('gate.closed_again', { section: title })),
  })
  const takeBack = () => close.mutate(place)
  const open = useOperationMutation('openSection', {
    onSuccess: () => toasts.show(t('gate.opened', { section: title }), takeBack),
  })
  if (!waits)
    return mayChange && section.can_close ? (
      <Button look="bare" busy={close.isPending} onClick={takeBack}>
        <Lock className="icon" aria-hidden />
        {t('gate.close_again')}
      </Button>
    ) : null
  const { yours, ours } = waits.steps_left
  const openNow = () => (yours + ours > 0 ? ask(true) : open.mutate(place))
  return (
    <>
      <span className="gate soft">
        <Lock className="icon" aria-hidden />
        <Reason waits={waits} />
      </span>
      {mayChange && (
        <Button busy={open.isPending} onClick={openNow}>
          <LockOpen className="icon" aria-hidden />
          {t('gate.open_now')} <span className="unseen">{title}</span>
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t('gate.ask', { section: title })}
          action={t('gate.open_now')}
          danger={false}
          run={() => open.mutateAsync(place)}
          onClose={() => ask(false)}
        >
          <p>{t('gate.left', { count: yours + ours, yours, ours })}</p>
        </Confirm>
      )}
    </>
  )
}

function Reason({ waits: { kind, date: opens_on } }: { waits: WaitsFor }) {
  const { t, date } = useI18n()
  if (kind === 'by_team') return t('gate.by_team')
  if (kind === 'after_previous') return t('gate.after_previous')
  return opens_on === null ? t('gate.later') : t('gate.on_date', { date: date(opens_on) })
}
