import { useState } from 'react'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Tick } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

/** The own setting whether mail arrives about enrollments without an assignee. */
export function UnassignedMail({ isOn }: { isOn: boolean }) {
  const { t } = useI18n()
  const [chosen, setChosen] = useState(isOn)
  const change = useOperationMutation('setUnassignedMail', { onSuccess: () => toasts.show(t('common.saved')) })
  return (
    <section className="card" aria-labelledby="own-mail">
      <header>
        <h2 id="own-mail">{t('settings.members.own_mail')}</h2>
      </header>
      <div className="pad all">
        <Tick
          label={t('settings.members.unassigned_mail')}
          hint={t('settings.members.unassigned_mail_hint')}
          checked={chosen}
          onChange={(gets_unassigned_mail) => {
            setChosen(gets_unassigned_mail)
            change.mutate({ gets_unassigned_mail }, { onError: () => setChosen(!gets_unassigned_mail) })
          }}
        />
      </div>
    </section>
  )
}
