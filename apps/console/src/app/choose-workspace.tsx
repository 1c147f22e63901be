import { Navigate } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { BASE } from '../door/base.ts'
import { useAnswer } from '../door/hooks.ts'
import { Answered, Empty } from '../parts/states.tsx'
import { useWords } from '../words/words.ts'
import { lastWorkspace } from './last-workspace.ts'

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
