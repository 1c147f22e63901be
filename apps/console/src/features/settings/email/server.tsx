import { Send } from 'lucide-react'
import { useState } from 'react'
import { useFault } from '../../../api/fault.ts'
import type { Data } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { OwnPasswordField } from '../../../components/form/own-password.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { NotSent } from './outcome.tsx'
import { ServerFields } from './server-fields.tsx'
import { type Server, useServerForm } from './use-server-form.ts'

/** The mail server: a form for the owner, for others to read. */
export function ServerCard({ server }: { server: Server }) {
  const { t } = useI18n()
  const isOwner = useCan('workspace:manage')
  const may = isOwner && server.read_only === null
  const mayRemove = isOwner && server.is_stored && server.read_only !== 'several_workspaces'
  const form = useServerForm(server)
  const [removing, setRemoving] = useState(false)
  const fault = useFault(form.error)
  return (
    <>
      <form
        className="card"
        aria-labelledby="mail-server"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (may) form.save()
        }}
      >
        <header>
          <h2 id="mail-server">{t('mail_server.title')}</h2>
        </header>
        <fieldset className="pad all stack" disabled={!may}>
          <p>{t('mail_server.lead')}</p>
          {!may && <ReadOnlyNote reason={server.read_only} />}
          {(may || server.source !== null) && (
            <ServerFields
              values={form.values}
              hasPassword={server.has_password}
              isOpportunistic={server.encryption === 'if_offered'}
              wrong={form.wrong}
              onChange={form.change}
            />
          )}
          {may && (
            <div>
              <OwnPasswordField
                name="own_password"
                value={form.values.own_password}
                wrong={form.wrong.own_password}
                onChange={(own_password) => form.change({ own_password })}
              />
              <p className="hint">{t('mail_server.own_password_hint')}</p>
            </div>
          )}
          {fault && <Fault fault={fault} />}
          {form.tested && <Tested {...form.tested} />}
        </fieldset>
        {(may || mayRemove) && (
          <footer className="row wrap">
            {may && (
              <>
                <Button look="main" type="submit" busy={form.isSaving}>
                  {t('mail_server.save')}
                </Button>
                <Button busy={form.isTesting} onClick={form.test}>
                  <Send className="icon" aria-hidden />
                  {t('mail_server.try')}
                </Button>
              </>
            )}
            {mayRemove && (
              <Button danger onClick={() => setRemoving(true)}>
                {t(may ? 'mail_server.remove' : 'mail_server.remove_stored')}
              </Button>
            )}
          </footer>
        )}
      </form>
      {removing && <RemoveDialog onClose={() => setRemoving(false)} />}
    </>
  )
}

function ReadOnlyNote({ reason }: { reason: Server['read_only'] }) {
  const { t } = useI18n()
  const text = reason === null ? t('mail_server.owner_only') : t(`mail_server.read_only.${reason}`)
  return <p className="note">{text}</p>
}

function Tested({ recipient, error }: Data<'testMailServer'>) {
  const { t } = useI18n()
  if (error !== null) return <NotSent error={error} />
  return (
    <p className="good" role="status">
      {t('mail_server.accepted', { address: recipient })}
    </p>
  )
}

function RemoveDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  const remove = useOperationMutation('removeMailServer', {
    shown: true,
    onSuccess: () => toasts.show(t('mail_server.removed')),
  })
  return (
    <FormDialog
      title={t('mail_server.remove_title')}
      action={t('mail_server.remove')}
      danger
      initial={{ own_password: '' }}
      save={({ own_password }) => remove.mutateAsync({ own_password })}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{t('mail_server.remove_text')}</p>
          <OwnPasswordField {...text('own_password')} />
        </>
      )}
    </FormDialog>
  )
}
