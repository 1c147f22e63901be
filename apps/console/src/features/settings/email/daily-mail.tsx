import { useState } from 'react'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Tick } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan, useWorkspace } from '../../../workspace/workspace.ts'

/** Whether contacts who take part in plans get the daily mail, in workspaces with plans. */
export function DailyMailCard() {
  return useWorkspace().workspace.uses_plans ? <Card /> : null
}

function Card() {
  const { t } = useI18n()
  const { workspace } = useWorkspace()
  const may = useCan('workspace:write')
  const [isOn, setIsOn] = useState(workspace.sends_daily_mail)
  const change = useOperationMutation('updateWorkspace', { onSuccess: () => toasts.show(t('common.saved')) })
  return (
    <section className="card" aria-labelledby="daily-mail">
      <header>
        <h2 id="daily-mail">{t('mail_server.page.daily')}</h2>
      </header>
      <fieldset className="pad all" disabled={!may}>
        <Tick
          label={t('mail_server.page.daily_tick')}
          hint={t('mail_server.page.daily_hint')}
          checked={isOn}
          onChange={(sends_daily_mail) => {
            setIsOn(sends_daily_mail)
            change.mutate({ sends_daily_mail }, { onError: () => setIsOn(!sends_daily_mail) })
          }}
        />
      </fieldset>
    </section>
  )
}
