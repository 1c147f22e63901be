import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { FormDialog } from '../../../components/dialog/form-dialog.tsx'
import { TextField } from '../../../components/form/field.tsx'
import { OwnPasswordField } from '../../../components/form/own-password.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { useWorkspace } from '../../../workspace/workspace.ts'

/** The end of a workspace, which is the owner's to decide. */
export function DeleteWorkspaceCard() {
  const { t } = useI18n()
  const { workspace, memberships } = useWorkspace()
  const [asking, setAsking] = useState(false)
  const isSample = memberships.some(({ workspace_id, is_sample }) => workspace_id === workspace.id && is_sample)
  return (
    <section className="card" aria-labelledby="delete-workspace">
      <div className="pad all row wrap">
        <div className="grow">
          <b id="delete-workspace">{t('settings.general.delete_title')}</b>
          <p className="hint">{t(`settings.general.${textOf(workspace.is_only, isSample)}`)}</p>
        </div>
        {!workspace.is_only && (
          <Button danger onClick={() => setAsking(true)}>
            {t('settings.general.delete')}
          </Button>
        )}
      </div>
      {asking && <DeleteDialog onClose={() => setAsking(false)} />}
    </section>
  )
}

function textOf(isOnly: boolean, isSample: boolean) {
  // Nobody could make another one in the browser.
  if (isOnly) return 'delete_only'
  return isSample ? 'delete_sample' : 'delete_text'
}

function DeleteDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  const {
    workspace: { name },
  } = useWorkspace()
  const navigate = useNavigate()
  const remove = useOperationMutation('deleteOwnWorkspace', {
    shown: true,
    async onSuccess() {
      toasts.show(t('settings.general.deleted', { name }))
      // Before anything of this workspace is asked for anew.
      await navigate({ to: '/' })
    },
  })
  return (
    <FormDialog
      title={t('settings.general.delete_asked', { name })}
      action={t('settings.general.delete')}
      danger
      initial={{ name: '', password: '' }}
      save={(typed) => remove.mutateAsync(typed)}
      onClose={onClose}
    >
      {({ text }) => (
        <>
          <p>
            {t('settings.general.delete_text')} <Link to="/settings/export">{t('settings.general.delete_export')}</Link>
          </p>
          <TextField
            label={t('settings.general.delete_name', { name })}
            autoComplete="off"
            data-autofocus
            {...text('name')}
          />
          <OwnPasswordField {...text('password')} />
        </>
      )}
    </FormDialog>
  )
}
