import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { PopMenu } from '../../components/menu.tsx'
import { WorkspaceLogo } from '../../components/workspace-logo.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** The workspace, and the others that one belongs to. */
export function WorkspaceMenu() {
  const { workspace, memberships } = useWorkspace()
  const navigate = useNavigate()
  const { t } = useI18n()
  const inner = (
    <>
      <WorkspaceLogo workspace={workspace} />
      <span className="cut">{workspace.name}</span>
    </>
  )
  if (memberships.length < 2) return <div className="ws">{inner}</div>
  const entries = memberships.map(({ workspace_id, workspace: name, is_sample }) => ({
    key: workspace_id,
    text: name,
    hint: is_sample ? t('first.sample_mark') : undefined,
    isChosen: workspace_id === workspace.id,
    run: () => navigate({ to: `/w/${workspace_id}` }),
  }))
  return (
    <PopMenu entries={entries} position="bottom-start" isWide>
      {(own) => (
        <button type="button" className="ws" {...own}>
          {inner}
          <ChevronsUpDown className="icon right" aria-hidden />
        </button>
      )}
    </PopMenu>
  )
}
