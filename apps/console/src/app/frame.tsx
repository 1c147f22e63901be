import { Outlet, useParams, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { BASE } from '../door/base.ts'
import { CallError } from '../door/error.ts'
import { useAnswer } from '../door/hooks.ts'
import { Live } from '../live/live.tsx'
import { Answered } from '../parts/states.tsx'
import { useWords } from '../words/words.ts'
import { keepWorkspace } from './last-workspace.ts'
import { PhoneBar } from './navigation/phone-bar.tsx'
import { SideBar } from './navigation/side-bar.tsx'
import { Everywhere } from './palette/everywhere.tsx'
import { HereContext, WorkspaceId } from './workspace.ts'

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
  const { say } = useWords()
  if (workspace.error instanceof CallError && workspace.error.status === 404)
    return (
      <main id="main" className="empty">
        <h1>{say('frame.not_member')}</h1>
        <p>{say('frame.not_member_text')}</p>
        <a className="btn main" href={`${BASE}/`}>
          {say('problem.home')}
        </a>
      </main>
    )
  return (
    <Answered query={workspace}>
      {({ data: shown }) => {
        if (!own.data || !account.data || !memberships.data) return null
        const { role, rights } = own.data.data
        const here = {
          workspace: shown,
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
      }}
    </Answered>
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
        <Outlet />
      </main>
      <PhoneBar />
    </div>
  )
}
