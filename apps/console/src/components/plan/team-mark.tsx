import { useWorkspace } from '../../workspace/workspace.ts'
import { WorkspaceLogo } from '../workspace-logo.tsx'
import './plan.css'

/** The square mark of the team, for what a member does. */
export function TeamMark() {
  return (
    <span className="team-mark">
      <WorkspaceLogo workspace={useWorkspace().workspace} />
    </span>
  )
}
