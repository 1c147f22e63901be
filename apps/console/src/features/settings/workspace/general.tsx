import { useState } from 'react'
import { fieldFaults, useFault } from '../../../api/fault.ts'
import { useAct } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { useHere, useMay } from '../../../workspace/workspace.ts'
import { SettingsPage } from '../page.tsx'
import { BrandFields } from './brand-fields.tsx'
import { ChangeLogoCard } from './change-logo.tsx'
import { DeleteWorkspaceCard } from './delete-workspace.tsx'

/** What the workspace is called, how it looks to contacts, and who its mail is from. */
export function GeneralPage() {
  const words = useWords()
  const { say } = words
  const { workspace } = useHere()
  const may = useMay('workspace:write')
  const mayDelete = useMay('workspace:manage')
  const update = useAct('updateWorkspace', { shown: true, onSuccess: () => toasts.show(say('common.saved')) })
  const [values, setValues] = useState({
    ...workspace,
    colour: workspace.colour ?? '',
    sender_name: workspace.sender_name ?? '',
    reply_to: workspace.reply_to ?? '',
  })
  const wrong = fieldFaults(update.error, words)
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
    <SettingsPage title={say('settings.general.title')} lead={say('settings.general.lead')}>
      {!may && <p className="note">{say('settings.read_only')}</p>}
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
                {say('common.save')}
              </Button>
            </footer>
          )}
        </form>
        {mayDelete && <DeleteWorkspaceCard />}
      </div>
    </SettingsPage>
  )
}
