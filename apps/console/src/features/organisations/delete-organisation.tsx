import { CallError } from '../../api/error.ts'
import type { Data } from '../../api/operations.ts'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'

interface DeleteOrganisationProps {
  organisation: Data<'getOrganisation'>
  run(): Promise<unknown>
  onClose(): void
}

/** The confirmation before an organisation is deleted. It asks for the name, because many contacts lose data. */
export function DeleteOrganisation({ organisation: { name, contacts_count }, run, onClose }: DeleteOrganisationProps) {
  const { t } = useI18n()
  const save = async ({ typed }: { typed: string }) => {
    if (typed.trim() !== name) throw new CallError(409, { type: 'conflict', message: t('organisations.name_differs') })
    await run()
    toasts.show(t('common.deleted', { name }))
  }
  return (
    <FormDialog
      title={t('organisations.delete_title', { name })}
      action={t('organisations.delete')}
      danger
      initial={{ typed: '' }}
      save={save}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{t('organisations.delete_text', { count: contacts_count })}</p>
          <TextField label={t('organisations.type_name', { name })} {...text('typed')} />
        </>
      )}
    </FormDialog>
  )
}
