import { GRANTABLE_ROLES } from '@handrail/core/contract'
import type { Data } from '../../../api/operations.ts'
import { useOperationMutation } from '../../../api/use-operation.ts'
import { BASE } from '../../../base-path.ts'
import { ChoiceField, Switch } from '../../../components/form/field.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

/** Whether an application gets tokens for itself, with which role, and when it last used one. */
export function ActsAlone({ application }: { application: Data<'getApplication'> }) {
  const { t, ago } = useI18n()
  const { id, client_credentials_role, last_acted_at } = application
  const update = useOperationMutation('updateApplication', {
    shown: true,
    onSuccess: () => toasts.show(t('common.saved')),
  })
  const role = GRANTABLE_ROLES.find((one) => one === client_credentials_role)
  return (
    <section className="card" aria-labelledby="acts-alone">
      <div className="pad all stack">
        <h2 id="acts-alone">{t('settings.applications.alone')}</h2>
        <Switch
          label={t('settings.applications.alone_switch')}
          hint={t('settings.applications.alone_text')}
          checked={role !== undefined}
          onChange={(on) => update.mutate({ id, client_credentials_role: on ? 'viewer' : null })}
        />
        {role !== undefined && (
          <>
            <ChoiceField
              label={t('settings.applications.role')}
              hint={t(`role.${role}_text`)}
              value={role}
              options={GRANTABLE_ROLES.map((one) => [one, t(`role.${one}`)] as const)}
              onChange={(chosen) => update.mutate({ id, client_credentials_role: chosen })}
            />
            <p className="soft">
              {last_acted_at
                ? t('settings.applications.acted', { ago: ago(last_acted_at) })
                : t('settings.applications.never_acted')}{' '}
              <a href={`${BASE}/docs/guide/oauth#programs-that-act-alone`}>{t('settings.applications.alone_how')}</a>
            </p>
          </>
        )}
      </div>
    </section>
  )
}
