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
import { MAIL_SERVER } from '../../../i18n/mail-server.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { NotSent } from './outcome.tsx'
import { ServerFields } from './server-fields.tsx'
import { type Server, useServerForm } from './use-server-form.ts'

/** The mail server: a form for the owner, for others to read. */
export function ServerCard({ server }: { server: Server }) {
  const tm = useTexts(MAIL_SERVER)
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
          <h2 id="mail-server">{tm('title')}</h2>
        </header>
        <fieldset className="pad all stack" disabled={!may}>
          <p>{tm('lead')}</p>
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
              <p className="hint">{tm('own_password_hint')}</p>
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
                  {tm('save')}
                </Button>
                <Button busy={form.isTesting} onClick={form.test}>
                  <Send className="icon" aria-hidden />
                  {tm('try')}
                </Button>
              </>
            )}
            {mayRemove && (
              <Button danger onClick={() => setRemoving(true)}>
                {tm(may ? 'remove' : 'remove_stored')}
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
  const tm = useTexts(MAIL_SERVER)
  const text = reason === null ? tm('owner_only') : tm(`read_only.${reason}`)
  return <p className="note">{text}</p>
}

function Tested({ recipient, error }: Data<'testMailServer'>) {
  const tm = useTexts(MAIL_SERVER)
  if (error !== null) return <NotSent error={error} />
  return (
    <p className="good" role="status">
      {tm('accepted', { address: recipient })}
    </p>
  )
}

function RemoveDialog({ onClose }: { onClose(): void }) {
  const tm = useTexts(MAIL_SERVER)
  const remove = useOperationMutation('removeMailServer', {
    shown: true,
    onSuccess: () => toasts.show(tm('removed')),
  })
  return (
    <FormDialog
      title={tm('remove_title')}
      action={tm('remove')}
      danger
      initial={{ own_password: '' }}
      save={({ own_password }) => remove.mutateAsync({ own_password })}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{tm('remove_text')}</p>
          <OwnPasswordField {...text('own_password')} />
        </>
      )}
    </FormDialog>
  )
}
