import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Check, ChevronsUpDown } from 'lucide-react'
import { MENU } from '../../components/menu.tsx'
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
  return (
    <Menu position="bottom-start" width="target" {...MENU} classNames={{ dropdown: 'pop', item: 'pop-item' }}>
      <Menu.Target>
        <button type="button" className="ws">
          {inner}
          <ChevronsUpDown className="icon right" aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {memberships.map(({ workspace_id, workspace: name, is_sample }) => (
          <Menu.Item
            key={workspace_id}
            onClick={() => void navigate({ to: `/w/${workspace_id}` })}
            rightSection={workspace_id === workspace.id && <Check className="icon" aria-hidden />}
          >
            <span className="cut">{name}</span>
            {is_sample && <span className="soft"> {t('first.sample_mark')}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
