import { useOperationMutation } from '../../../api/use-operation.ts'
import { TextField } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { AccountForm } from './account-form.tsx'
import { Section } from './section.tsx'

const EMPTY = { current_password: '', new_password: '' }

/** Changes the password; all other sessions end. */
export function Password() {
  const { t } = useI18n()
  const { account } = useWorkspace()
  const change = useOperationMutation('changePassword', { shown: true })
  const save = async (values: typeof EMPTY) => {
    await change.mutateAsync(values)
    toasts.show(t('account.password_changed'))
  }
  return (
    <Section title={t('account.password')} lead={t('account.password_lead')}>
      <AccountForm initial={EMPTY} action={t('account.change_password')} save={save} clears>
        {(field) => (
          <>
            {/* Password managers find the account by it. */}
            <input hidden type="email" name="email" autoComplete="username" value={account.email} readOnly />
            <TextField
              label={t('account.current_password')}
              type="password"
              autoComplete="current-password"
              {...field('current_password')}
            />
            <TextField
              label={t('account.new_password')}
              type="password"
              autoComplete="new-password"
              {...field('new_password')}
            />
          </>
        )}
      </AccountForm>
    </Section>
  )
}
