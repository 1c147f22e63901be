import { useState } from 'react'
import { fieldFaults, useFault } from '../../../api/fault.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan, useWorkspace } from '../../../workspace/workspace.ts'
import { SettingsPage } from '../page.tsx'
import { BrandFields } from './brand-fields.tsx'
import { ChangeLogoCard } from './change-logo.tsx'
import { DeleteWorkspaceCard } from './delete-workspace.tsx'
import { WorkingDaysCard } from './working-days.tsx'

/** The general settings: name, brand and the sender of mail. */
export function GeneralPage() {
  const i18n = useI18n()
  const { t } = i18n
  const { workspace } = useWorkspace()
  const may = useCan('workspace:write')
  const mayDelete = useCan('workspace:manage')
  const update = useOperationMutation('updateWorkspace', {
    shown: true,
    onSuccess: () => toasts.show(t('common.saved')),
  })
  const [values, setValues] = useState({
    ...workspace,
    colour: workspace.colour ?? '',
    sender_name: workspace.sender_name ?? '',
    reply_to: workspace.reply_to ?? '',
  })
  const wrong = fieldFaults(update.error, i18n)
  const fault = useFault(update.error)
  const save = () => {
    const { name, colour, default_language, time_zone, sender_name, reply_to } = values
    update.mutate({
      name,
      default_language,
      time_zone,
      colour: colour || null,
      sender_name: sender_name || null,
      reply_to: reply_to || null,
    })
  }
  return (
    <SettingsPage title={t('settings.general.title')} lead={t('settings.general.lead')}>
      {!may && <p className="note">{t('settings.read_only')}</p>}
      <div className="stack">
        <ChangeLogoCard />
        <form
          className="card"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (may && !update.isPending) save()
          }}
        >
          <fieldset className="pad all stack" disabled={!may}>
            <BrandFields
              values={values}
              wrong={wrong}
              onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
            />
            {fault && <Fault fault={fault} />}
          </fieldset>
          {may && (
            <footer>
              <Button look="main" type="submit" busy={update.isPending}>
                {t('common.save')}
              </Button>
            </footer>
          )}
        </form>
        <WorkingDaysCard />
        {mayDelete && <DeleteWorkspaceCard />}
      </div>
    </SettingsPage>
  )
}
