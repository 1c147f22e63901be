import { GRANTABLE_ROLES } from '@handrail/core/contract'
import { AppWindow, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../../api/list/use-list.ts'
import type { Item } from '../../../api/operations.ts'
import { Button } from '../../../components/button.tsx'
import { More } from '../../../components/list/more.tsx'
import { ActionMenu } from '../../../components/menu.tsx'
import { Empty, QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { SettingsPage } from '../page.tsx'
import { ScopeChips } from '../scopes.tsx'
import { ApplicationDialogs, type OpenDialog } from './application-dialogs.tsx'
import { ApplicationForm } from './application-form.tsx'

type Application = Item<'listApplications'>

/** Applications of the workspace's own that people can connect. */
export function ApplicationsPage() {
  const { t } = useI18n()
  const [adding, setAdding] = useState(false)
  const list = useList('listApplications', {}, { isWhole: true })
  const add = (
    <Button look="main" onClick={() => setAdding(true)}>
      <Plus className="icon" aria-hidden />
      {t('settings.applications.new')}
    </Button>
  )
  return (
    <SettingsPage title={t('settings.applications.title')} lead={t('settings.applications.lead')} actions={add}>
      <QueryView query={list.first}>
        {() => {
          const applications = list.known()
          return (
            <>
              <div className="card">
                {applications.length === 0 ? (
                  <Empty icon={AppWindow} title={t('settings.applications.none')}>
                    {t('settings.applications.none_text')}
                  </Empty>
                ) : (
                  <ul className="rows">
                    {applications.map((application) => (
                      <Row key={application.id} application={application} />
                    ))}
                  </ul>
                )}
              </div>
              <More list={list} />
            </>
          )
        }}
      </QueryView>
      {adding && <ApplicationForm onClose={() => setAdding(false)} />}
    </SettingsPage>
  )
}

function Row({ application }: { application: Application }) {
  const { t, ago } = useI18n()
  const [open, setOpen] = useState<OpenDialog>()
  const { id, name, type, redirect_uris, scopes, client_credentials_role, last_acted_at } = application
  const role = GRANTABLE_ROLES.find((one) => one === client_credentials_role)
  return (
    <li>
      <div className="grow">
        <Link to={`/settings/applications/${id}`}>
          <b>{name}</b>
        </Link>{' '}
        <span className="chip line">{t(`settings.applications.${type}`)}</span>{' '}
        {role && <span className="chip line">{t('settings.applications.alone_as', { role: t(`role.${role}`) })}</span>}
        <small className="mono">{id}</small>
        {redirect_uris.map((uri) => (
          <small key={uri} className="mono">
            {uri}
            {isTesting(uri) && <span className="chip warn">{t('settings.applications.testing')}</span>}
          </small>
        ))}
        {last_acted_at && <small>{t('settings.applications.acted', { ago: ago(last_acted_at) })}</small>}
      </div>
      <ScopeChips scopes={scopes} />
      <ActionMenu
        of={name}
        actions={[
          { icon: Pencil, text: t('common.edit'), run: () => setOpen('edit') },
          type === 'confidential' && {
            icon: KeyRound,
            text: t('settings.applications.rotate'),
            run: () => setOpen('rotate'),
          },
          { icon: Trash2, text: t('common.delete'), danger: true, run: () => setOpen('delete') },
        ]}
      />
      <ApplicationDialogs application={application} open={open} onClose={() => setOpen(undefined)} />
    </li>
  )
}

/** Whether it leads to the developer's own machine. */
function isTesting(uri: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(uri).hostname)
}
