import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { Compass, Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { isGone } from '../api/error.ts'
import { useAnswer } from '../api/use-operation.ts'
import { WorkspaceId } from '../api/workspace-id.ts'
import { BASE } from '../base-path.ts'
import { Empty, Unanswered } from '../components/query-view.tsx'
import { useWords } from '../i18n/i18n.ts'
import { roleKey } from '../i18n/role-key.ts'
import { keepWorkspace } from '../workspace/last-workspace.ts'
import { Live } from '../workspace/live/live.tsx'
import { HereContext, useHere, usePlace } from '../workspace/workspace.ts'
import { rightOf } from './navigation/nav-items.ts'
import { PhoneBar } from './navigation/phone-bar.tsx'
import { SettingTabs } from './navigation/setting-tabs.tsx'
import { SideBar } from './navigation/side-bar.tsx'
import { Everywhere } from './palette/everywhere.tsx'

/** The workspace of the address around its pages: where one is, and what one may do there. */
export function WorkspaceFrame() {
  const { workspace = '' } = useParams({ strict: false })
  return (
    <WorkspaceId value={workspace}>
      <Entered key={workspace} id={workspace} />
    </WorkspaceId>
  )
}

function Entered({ id }: { id: string }) {
  const workspace = useAnswer('getWorkspace', {})
  const own = useAnswer('getOwnMembership', {})
  const account = useAnswer('getAccount', {})
  const memberships = useAnswer('listOwnMemberships', {})
  useEffect(() => {
    if (workspace.data) keepWorkspace(id)
  }, [id, workspace.data])
  if (isGone(workspace.error)) return <NotMember />
  if (!workspace.data || !own.data || !account.data || !memberships.data)
    return (
      <main id="main" className="main">
        <Unanswered queries={[workspace, own, account, memberships]} />
      </main>
    )
  const { role, rights } = own.data.data
  const here = {
    workspace: workspace.data.data,
    account: account.data.data,
    memberships: memberships.data.data,
    role,
    rights: new Set(rights),
  }
  return (
    <HereContext value={here}>
      <Live>
        <Everywhere>
          <Outlet />
        </Everywhere>
      </Live>
    </HereContext>
  )
}

function NotMember() {
  const { say } = useWords()
  const home = (
    <a className="btn main" href={`${BASE}/`}>
      {say('problem.home')}
    </a>
  )
  return (
    <main id="main" className="main">
      <Empty icon={Compass} title={say('frame.not_member')} isPage actions={home}>
        {say('frame.not_member_text')}
      </Empty>
    </main>
  )
}

/** The navigation beside a page; on a phone it is below. */
export function Frame({ settings }: { settings?: boolean }) {
  const { say } = useWords()
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const before = useRef(path)
  useEffect(() => {
    // A new page is read out from its beginning, as after a link of a server.
    if (before.current !== path) main.current?.focus({ preventScroll: true })
    before.current = path
  }, [path])
  return (
    <div className="app">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        {say('frame.skip')}
      </button>
      <SideBar settings={settings ?? false} />
      <main className="main" id="main" ref={main} tabIndex={-1}>
        {settings && <SettingTabs />}
        <Allowed>
          <Outlet />
        </Allowed>
      </main>
      <PhoneBar />
    </div>
  )
}

/** A page where the role sees it; whoever came by a link that somebody sent is told why there is none. */
function Allowed({ children }: { children: ReactNode }) {
  const { say } = useWords()
  const { role, rights } = useHere()
  const right = rightOf(usePlace())
  if (right === undefined || rights.has(right)) return children
  return (
    <Empty icon={Lock} title={say('fault.forbidden_page')} isPage>
      {say('fault.forbidden_page_text', { role: say(roleKey(role)) })}
    </Empty>
  )
}
