import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { unsent } from '../../../api/error.ts'
import type { Item } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Dialog } from '../../../components/dialog/dialog.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { AreaField, DateField, Tick } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { ContactsChoice } from './contacts-choice.tsx'
import type { Enrolled } from './enrolled.ts'
import { GuideChoice } from './guide-choice.tsx'
import { Outcome } from './outcome.tsx'

type Contact = Item<'listContacts'>

interface EnrollDialogProps {
  /** Contacts that are selected at first. */
  contacts?: readonly Contact[]
  guide_id?: string
  onClose(): void
  /** Called after the result was read. */
  onDone?(): void
}

interface EnrollValues {
  contacts: readonly Contact[]
  guide_id: string
  message: string
  /** undefined until it is chosen: the link is then mailed if there is a mail server. */
  send: boolean | undefined
  expires_on: string
  target_on: string
}

/** Enrolls one or many contacts in a guide: the link is mailed, or copied and sent by another way. */
export function EnrollDialog({ contacts = [], guide_id = '', onClose, onDone }: EnrollDialogProps) {
  const { t } = useI18n()
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<readonly Enrolled[]>()
  const [at, setAt] = useState<{ number: number; of: number }>()
  const sendsMail = useOperation('getMailSettings', {}).data?.data.sends_mail
  const initial: EnrollValues = { contacts, guide_id, message: '', send: undefined, expires_on: '', target_on: '' }
  const save = async ({ contacts: chosen, guide_id: guide, message, send, expires_on, target_on }: EnrollValues) => {
    if (guide === '') throw unsent('guide_id', t('enroll.choose_guide'))
    if (chosen.length === 0) throw unsent('contacts', t('enroll.choose_contacts'))
    const expires_at = expires_on === '' ? undefined : new Date(`${expires_on}T23:59:59`).toISOString()
    const done: Enrolled[] = []
    for (const [place, contact] of chosen.entries()) {
      if (chosen.length > 1) setAt({ number: place + 1, of: chosen.length })
      const dates = { ...(expires_at && { expires_at }), ...(target_on && { target_date: target_on }) }
      const fields = { contact_id: contact.id, guide_id: guide, ...dates }
      done.push(await enrollOne(workspace.id, contact, fields, (send ?? sendsMail ?? true) ? message : undefined))
    }
    await client.invalidateQueries()
    setOutcome(done)
    toasts.show(t('enroll.done', { count: done.filter(({ error }) => !error).length }))
  }
  if (outcome) {
    const closeOutcome = () => {
      onClose()
      onDone?.()
    }
    return (
      <Dialog title={t('enroll.outcome')} onClose={closeOutcome}>
        <Outcome enrolled={outcome} onClose={closeOutcome} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={t('enroll.title')}
      action={at ? t('enroll.at', at) : t('enroll.action')}
      keepOpen
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, wrong: faults, set, text }) => (
        <>
          <GuideChoice value={values.guide_id} wrong={faults.guide_id} onChange={(id) => set('guide_id', id)} />
          <ContactsChoice
            chosen={values.contacts}
            wrong={faults.contacts}
            onChange={(chosen) => set('contacts', chosen)}
          />
          <DateField
            label={t('enroll.expires')}
            hint={t('enroll.expires_hint')}
            value={values.expires_on}
            onChange={(day) => set('expires_on', day)}
          />
          {workspace.uses_plans && (
            <DateField
              label={t('dates.target')}
              hint={t('dates.enroll_hint')}
              wrong={faults.target_date}
              value={values.target_on}
              onChange={(day) => set('target_on', day)}
            />
          )}
          <Tick
            label={t('enroll.send')}
            hint={t(sendsMail === false ? 'enroll.send_no_server' : 'enroll.send_hint')}
            checked={values.send ?? sendsMail ?? true}
            onChange={(send) => set('send', send)}
          />
          {(values.send ?? sendsMail ?? true) && (
            <AreaField label={t('enroll.message')} maxLength={2000} {...text('message')} />
          )}
        </>
      )}
    </FormDialog>
  )
}

interface EnrollFields {
  contact_id: string
  guide_id: string
  expires_at?: string
  target_date?: string
}

/** @param message the text above the link in the mail; undefined for no mail */
async function enrollOne(
  workspace: string,
  contact: Contact,
  fields: EnrollFields,
  message: string | undefined,
): Promise<Enrolled> {
  try {
    const { value } = await call('createEnrollment', fields, { workspace })
    if (message !== undefined)
      await call('sendInvitation', { id: value.data.id, ...(message && { message }) }, { workspace })
    return { contact, enrollment: value.data }
  } catch (error) {
    return { contact, error }
  }
}
