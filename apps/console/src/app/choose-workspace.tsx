import { Navigate } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useAnswer } from '../api/use-operation.ts'
import { BASE } from '../base-path.ts'
import { Answered, Empty } from '../components/query-view.tsx'
import { useWords } from '../i18n/i18n.ts'
import { lastWorkspace } from '../workspace/last-workspace.ts'

/** Leads to the workspace that was open last, else to the first. */
export function ChooseWorkspace() {
  const { say } = useWords()
  const query = useAnswer('listOwnMemberships', {})
  return (
    <main id="main" className="main">
      <Answered query={query}>
        {({ data: memberships }) => {
          const last = lastWorkspace()
          const chosen = memberships.find(({ workspace_id }) => workspace_id === last) ?? memberships[0]
          if (chosen) return <Navigate to={`/w/${chosen.workspace_id}`} replace />
          const account = (
            <a className="btn side" href={`${BASE}/account`}>
              {say('frame.account')}
            </a>
          )
          return (
            <Empty icon={Building2} title={say('frame.no_workspace')} isPage actions={account}>
              {say('frame.no_workspace_text')}
            </Empty>
          )
        }}
      </Answered>
    </main>
  )
}
