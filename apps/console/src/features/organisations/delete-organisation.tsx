import { CallError } from '../../api/error.ts'
import type { Data } from '../../api/operations.ts'
import { FormDialog } from '../../components/dialog/form-dialog.tsx'
import { TextField } from '../../components/form/field.tsx'
import { toasts } from '../../components/toast.tsx'
import { useWords } from '../../i18n/i18n.ts'

interface DeleteOrganisationProps {
  organisation: Data<'getOrganisation'>
  run(): Promise<unknown>
  onClose(): void
}

/** Asks for the name: what is lost here is lost for many people. */
export function DeleteOrganisation({ organisation: { name, contacts_count }, run, onClose }: DeleteOrganisationProps) {
  const { say } = useWords()
  const save = async ({ typed }: { typed: string }) => {
    if (typed.trim() !== name)
      throw new CallError(409, { type: 'conflict', message: say('organisations.name_differs') })
    await run()
    toasts.show(say('common.deleted', { name }))
  }
  return (
    <FormDialog
      title={say('organisations.delete_title', { name })}
      action={say('organisations.delete')}
      danger
      initial={{ typed: '' }}
      save={save}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>{say('organisations.delete_text', { count: contacts_count })}</p>
          <TextField label={say('organisations.type_name', { name })} {...text('typed')} />
        </>
      )}
    </FormDialog>
  )
}
