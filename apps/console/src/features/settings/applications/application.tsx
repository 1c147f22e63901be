import { ArrowLeft, KeyRound, KeySquare, Pencil, ShieldOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { CopyButton } from '../../../components/copy.tsx'
import { ActionMenu } from '../../../components/menu.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { Link } from '../../../workspace/link.tsx'
import { usePageId } from '../../../workspace/page-id.ts'
import { ScopeChips } from '../scopes.tsx'
import { ActsAlone } from './acts-alone.tsx'
import { ApplicationDialogs, type OpenDialog } from './application-dialogs.tsx'
import { Credentials } from './credentials.tsx'

/** The page of an OAuth application: what it may do alone, and how it proves its identity. */
export function ApplicationPage() {
  const query = useOperation('getApplication', { id: usePageId() })
  return (
    <QueryView query={query} list="/settings/applications">
      {({ data }) => <Shown application={data} />}
    </QueryView>
  )
}

function Shown({ application }: { application: Data<'getApplication'> }) {
  const { t } = useI18n()
  const [open, setOpen] = useState<OpenDialog>()
  const { id, name, type, redirect_uris, scopes, has_secret } = application
  const isConfidential = type === 'confidential'
  return (
    <div className="narrow">
      <div className="head">
        <Link to="/settings/applications" className="btn bare sq" aria-label={t('settings.applications.back')}>
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <div className="title">
          <h1>
            {name} <span className="chip line">{t(`settings.applications.${type}`)}</span>
          </h1>
        </div>
        <div className="acts">
          <ActionMenu
            of={name}
            actions={[
              { icon: Pencil, text: t('common.edit'), run: () => setOpen('edit') },
              isConfidential && {
                icon: KeyRound,
                text: t('settings.applications.rotate'),
                run: () => setOpen('rotate'),
              },
              isConfidential && {
                icon: KeySquare,
                text: t('settings.applications.keys_change'),
                run: () => setOpen('keys'),
              },
              has_secret && {
                icon: ShieldOff,
                text: t('settings.applications.secret_remove'),
                danger: true,
                run: () => setOpen('remove_secrets'),
              },
              { icon: Trash2, text: t('common.delete'), danger: true, run: () => setOpen('delete') },
            ]}
          />
        </div>
      </div>
      <div className="stack">
        <section className="card" aria-label={t('settings.applications.registration')}>
          <div className="pad all stack">
            <div className="row wrap">
              <span className="soft">{t('settings.applications.client_id')}</span>
              <code className="mono grow">{id}</code>
              <CopyButton text={id} />
            </div>
            {redirect_uris.map((uri) => (
              <small key={uri} className="mono">
                {uri}
              </small>
            ))}
            <ScopeChips scopes={scopes} />
          </div>
        </section>
        {isConfidential && <ActsAlone application={application} />}
        {isConfidential && <Credentials application={application} open={setOpen} />}
      </div>
      <ApplicationDialogs application={application} open={open} onClose={() => setOpen(undefined)} />
    </div>
  )
}
