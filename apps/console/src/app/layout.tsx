import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { Compass, Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { isGone } from '../api/error.ts'
import { useOperation } from '../api/use-operation.ts'
import { WorkspaceId } from '../api/workspace-id.ts'
import { BASE } from '../base-path.ts'
import { OVERLAYS } from '../components/overlays/part.ts'
import { Empty, QueryPending } from '../components/query-view.tsx'
import { useI18n } from '../i18n/i18n.ts'
import { roleKey } from '../i18n/role-key.ts'
import { keepWorkspace } from '../workspace/last-workspace.ts'
import { Live } from '../workspace/live/live.tsx'
import { useQuietPeriod } from '../workspace/use-quiet-period.ts'
import { CurrentWorkspaceContext, useWorkspace, useWorkspacePath } from '../workspace/workspace.ts'
import { requiredRight } from './nav-items.ts'
import { PhoneBar } from './navigation/phone-bar.tsx'
import { SettingTabs } from './navigation/setting-tabs.tsx'
import { SideBar } from './navigation/side-bar.tsx'
import { PaletteProvider } from './palette/palette-provider.tsx'

/** Provides the workspace of the address, and the member's rights in it, to its pages. */
export function WorkspaceLayout() {
  const { workspace = '' } = useParams({ strict: false })
  return (
    <WorkspaceId value={workspace}>
      <LoadedWorkspace key={workspace} id={workspace} />
    </WorkspaceId>
  )
}

function LoadedWorkspace({ id }: { id: string }) {
  const workspace = useOperation('getWorkspace', {})
  const own = useOperation('getOwnMembership', {})
  const account = useOperation('getAccount', {})
  const memberships = useOperation('listOwnMemberships', {})
  useEffect(() => {
    if (workspace.data) keepWorkspace(id)
  }, [id, workspace.data])
  if (isGone(workspace.error)) return <NotMember />
  if (!workspace.data || !own.data || !account.data || !memberships.data)
    return (
      <main id="main" className="main">
        <QueryPending queries={[workspace, own, account, memberships]} />
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
    <CurrentWorkspaceContext value={here}>
      <Live>
        <OverlaysAhead />
        <PaletteProvider>
          <Outlet />
        </PaletteProvider>
      </Live>
    </CurrentWorkspaceContext>
  )
}

/** Loads the library of menus and dialogs once the content of the first page is there. */
function OverlaysAhead() {
  const isQuiet = useQuietPeriod()
  useEffect(() => {
    if (isQuiet) OVERLAYS.loadAhead()
  }, [isQuiet])
  return null
}

function NotMember() {
  const { t } = useI18n()
  const home = (
    <a className="btn main" href={`${BASE}/`}>
      {t('problem.home')}
    </a>
  )
  return (
    <main id="main" className="main">
      <Empty icon={Compass} title={t('frame.not_member')} isPage actions={home}>
        {t('frame.not_member_text')}
      </Empty>
    </main>
  )
}

/** The navigation beside a page; on a phone it is below. */
export function Layout({ settings }: { settings?: boolean }) {
  const { t } = useI18n()
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
        {t('frame.skip')}
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

/** A page that requires a right. Without it, a message gives the reason. */
function Allowed({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const { role, rights } = useWorkspace()
  const right = requiredRight(useWorkspacePath())
  if (right === undefined || rights.has(right)) return children
  return (
    <Empty icon={Lock} title={t('fault.forbidden_page')} isPage>
      {t('fault.forbidden_page_text', { role: t(roleKey(role)) })}
    </Empty>
  )
}
