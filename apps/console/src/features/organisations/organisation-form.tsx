import type { Data } from '../../api/operations.ts'
import { useOperationMutation } from '../../api/use-operation.ts'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'

type Organisation = Data<'getOrganisation'>

interface OrganisationFormProps {
  /** The one to change; without it a new one is made. */
  organisation?: Organisation
  onClose(): void
  onSaved?(organisation: Organisation): void
}

/** Adds an organisation, or changes one. */
export function OrganisationForm({ organisation, onClose, onSaved }: OrganisationFormProps) {
  const { t } = useI18n()
  const create = useOperationMutation('createOrganisation', { shown: true })
  const update = useOperationMutation('updateOrganisation', { shown: true })
  const initial = {
    name: organisation?.name ?? '',
    domain: organisation?.domain ?? '',
    external_id: organisation?.external_id ?? '',
  }
  const save = async ({ name, domain, external_id }: typeof initial) => {
    const fields = { name, domain: domain === '' ? null : domain, external_id: external_id === '' ? null : external_id }
    const { data } = await (organisation
      ? update.mutateAsync({ id: organisation.id, ...fields })
      : create.mutateAsync(fields))
    toasts.show(t(organisation ? 'common.saved' : 'contacts.was_added', { name: data.name }))
    onSaved?.(data)
  }
  return (
    <FormDialog
      title={t(organisation ? 'organisations.edit' : 'organisations.add')}
      action={t(organisation ? 'common.save' : 'organisations.add')}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <TextField label={t('organisations.name')} {...text('name')} />
          <TextField label={t('organisations.domain')} hint={t('organisations.domain_hint')} {...text('domain')} />
          <TextField label={t('contacts.external_id')} {...text('external_id')} />
        </>
      )}
    </FormDialog>
  )
}
