import type { Data } from '../../../../api/operations.ts'
import { useOperationMutation } from '../../../../api/use-operation.ts'
import { FormDialog } from '../../../../components/dialog/form-dialog.tsx'
import { ChoiceField, TextField, Tick } from '../../../../components/form/field.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useCan } from '../../../../workspace/workspace.ts'
import type { Role } from './use-roles.ts'

interface AddParticipantProps {
  enrollment: Data<'getEnrollment'>
  roles: readonly Role[]
  /** The role that is chosen first; null for none. */
  role_id: string | null
  onClose(): void
}

/** Adds somebody to an enrollment, whose contact is created where the address is new. */
export function AddParticipant({ enrollment: { id, guide }, roles, role_id, onClose }: AddParticipantProps) {
  const { t } = useI18n()
  const mayCreate = useCan('contacts:write')
  const add = useOperationMutation('createParticipant', {
    shown: true,
    onSuccess: ({ data: { first_name } }) => toasts.show(t('people.added', { name: first_name })),
  })
  const initial = { email: '', first_name: '', last_name: '', role: role_id ?? '', sends: true }
  const save = ({ role, sends, ...person }: typeof initial) =>
    add.mutateAsync({ id, ...person, role_id: role || null, send_invitation: sends })
  return (
    <FormDialog
      title={t('people.add_title', { guide: guide.title })}
      action={t('people.add')}
      initial={initial}
      save={save}
      onClose={onClose}
    >
      {({ values, wrong, set, text }) => (
        <>
          <TextField
            label={t('contacts.email')}
            hint={mayCreate ? undefined : t('people.known_only')}
            type="email"
            autoComplete="off"
            autoFocus
            {...text('email')}
          />
          <div className="pair">
            <TextField label={t('contacts.first_name')} autoComplete="off" {...text('first_name')} />
            <TextField label={t('contacts.last_name')} autoComplete="off" {...text('last_name')} />
          </div>
          {roles.length > 0 && (
            <ChoiceField
              label={t('people.role')}
              value={values.role}
              wrong={wrong.role_id}
              options={[['', t('people.no_role')], ...roles.map((role) => [role.id, role.name] as const)]}
              onChange={(role) => set('role', role)}
            />
          )}
          <Tick
            label={t('enroll.send')}
            hint={t('enroll.send_hint')}
            checked={values.sends}
            onChange={(sends) => set('sends', sends)}
          />
        </>
      )}
    </FormDialog>
  )
}
