import { unsent } from '../../api/error.ts'
import type { Data } from '../../api/operations.ts'
import { useOperationMutation } from '../../api/use-operation.ts'
import { contactName } from '../../components/contact-name.ts'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { ChoiceField, TextField } from '../../components/form/field.tsx'
import { useOrganisationName } from '../../components/organisation/organisation-name.tsx'
import { OrganisationPicker, useOrganisationId } from '../../components/organisation/organisation-picker.tsx'
import type { Option } from '../../components/overlays/option.ts'
import { toasts } from '../../components/toast.tsx'
import { CONTACT_LANGUAGES } from '../../i18n/contact-languages.ts'
import { useI18n } from '../../i18n/i18n.ts'

type Contact = Data<'getContact'>
interface ContactFormProps {
  /** The one to change; without it a new one is made. */
  contact?: Contact
  /** Of a new one. */
  organisation?: Option | undefined
  onClose(): void
  onSaved?(contact: Contact): void
}

/** Adds a contact, or changes one. */
export function ContactForm({ contact, organisation, onClose, onSaved }: ContactFormProps) {
  const { t } = useI18n()
  const create = useOperationMutation('createContact', { shown: true })
  const update = useOperationMutation('updateContact', { shown: true })
  const organisationIdOf = useOrganisationId()
  const organisationId = contact?.organisation_id ?? undefined
  // It is kept while its name has not come yet, too.
  const named = { id: organisationId ?? '', text: useOrganisationName(organisationId ?? null) ?? '…' }
  const initial = {
    first_name: contact?.first_name ?? '',
    last_name: contact?.last_name ?? '',
    email: contact?.email ?? '',
    external_id: contact?.external_id ?? '',
    language: contact?.language ?? ('' as const),
    organisation: organisationId ? named : organisation,
    // What is typed there and neither chosen nor created.
    typed: '',
  }
  const save = async (values: typeof initial) => {
    const { organisation: chosen, typed, external_id, language, ...rest } = values
    if (typed.trim() !== '') throw unsent('organisation_id', t('contacts.organisation_unknown', { name: typed.trim() }))
    const fields = {
      ...rest,
      external_id: external_id === '' ? null : external_id,
      language: language === '' ? null : language,
      organisation_id: await organisationIdOf(chosen),
    }
    const { data } = await (contact ? update.mutateAsync({ id: contact.id, ...fields }) : create.mutateAsync(fields))
    toasts.show(t(contact ? 'common.saved' : 'contacts.was_added', { name: contactName(data) }))
    onSaved?.(data)
  }
  return (
    <FormDialog
      title={t(contact ? 'contacts.edit' : 'contacts.add')}
      action={t(contact ? 'common.save' : 'contacts.add')}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, set, text, wrong }) => (
        <>
          <div className="pair">
            <TextField label={t('contacts.first_name')} autoComplete="off" {...text('first_name')} />
            <TextField label={t('contacts.last_name')} autoComplete="off" {...text('last_name')} />
          </div>
          <TextField label={t('contacts.email')} type="email" autoComplete="off" {...text('email')} />
          <OrganisationPicker
            chosen={organisationId && values.organisation?.id === organisationId ? named : values.organisation}
            canCreate
            onTyped={(typed) => set('typed', typed)}
            wrong={wrong.organisation_id}
            onChoose={(chosen) => set('organisation', chosen)}
          />
          <div className="pair">
            <ChoiceField
              label={t('contacts.language')}
              value={values.language}
              options={[['', t('contacts.language_default')], ...CONTACT_LANGUAGES]}
              onChange={(language) => set('language', language)}
            />
            <TextField label={t('contacts.external_id')} {...text('external_id')} />
          </div>
        </>
      )}
    </FormDialog>
  )
}
