import { useOperationMutation } from '../../../api/use-operation.ts'
import { TextField } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { AccountForm } from './account-form.tsx'
import { Section } from './section.tsx'

/** The name that colleagues and contacts read. */
export function Profile() {
  const { t } = useI18n()
  const { account } = useWorkspace()
  const update = useOperationMutation('updateAccount', { shown: true })
  const save = async ({ name }: { name: string }) => {
    await update.mutateAsync({ name })
    toasts.show(t('account.renamed'))
  }
  return (
    <Section title={t('account.profile')}>
      <AccountForm initial={{ name: account.name }} action={t('account.save')} save={save}>
        {(field) => <TextField label={t('account.name')} autoComplete="name" {...field('name')} />}
      </AccountForm>
    </Section>
  )
}
