import { Navigate } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useOperation } from '../api/use-operation.ts'
import { BASE } from '../base-path.ts'
import { Empty, QueryView } from '../components/query-view.tsx'
import { useI18n } from '../i18n/i18n.ts'
import { lastWorkspace } from '../workspace/last-workspace.ts'

/** Leads to the workspace that was open last, else to the first. */
export function ChooseWorkspace() {
  const { t } = useI18n()
  const query = useOperation('listOwnMemberships', {})
  return (
    <main id="main" className="main">
      <QueryView query={query}>
        {({ data: memberships }) => {
          const last = lastWorkspace()
          const chosen = memberships.find(({ workspace_id }) => workspace_id === last) ?? memberships[0]
          if (chosen) return <Navigate to={`/w/${chosen.workspace_id}`} replace />
          const account = (
            <a className="btn side" href={`${BASE}/account`}>
              {t('frame.account')}
            </a>
          )
          return (
            <Empty icon={Building2} title={t('frame.no_workspace')} isPage actions={account}>
              {t('frame.no_workspace_text')}
            </Empty>
          )
        }}
      </QueryView>
    </main>
  )
}
