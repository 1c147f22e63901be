import { listOwnMemberships } from '@handrail/core'
import { Link, Page } from './layout/layout.tsx'
import { sendPage } from './layout/send.ts'
import { roleName } from './members/roles.ts'
import { forUsers } from './visit/handler.ts'

const MANAGERS = ['admin', 'owner']

/** What there is, and where it is. */
export const get = forUsers(async ({ handrail: { settings }, reply, session, user }) => {
  const { data: memberships } = await user.invoke(listOwnMemberships, {})
  return sendPage(
    reply,
    200,
    <Page title="Home" settings={settings} session={session} current="/">
      <h1>Hello, {session.name}</h1>
      <p class="soft">Everything in this Handrail instance starts here.</p>
      <section aria-labelledby="workspaces">
        <h2 id="workspaces">Your workspaces</h2>
        {memberships.length === 0 && <p>You belong to no workspace. Ask an admin of one for an invitation.</p>}
        <ul class="rows">
          {memberships.map(({ workspace_id, workspace, role }) => (
            <li key={workspace_id}>
              <div>
                <strong>{workspace}</strong> <span class="badge">{roleName(role)}</span>
              </div>
              {MANAGERS.includes(role) && <Link to={`/members?workspace=${workspace_id}`}>Members of {workspace}</Link>}
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="places">
        <h2 id="places">Places</h2>
        <ul class="tiles">
          <li>
            <Link to="/assistants">Connect an AI assistant</Link>
            <p>Ready configurations for Claude, Cursor, VS Code and others.</p>
          </li>
          <li>
            <Link to="/docs">API reference</Link>
            <p>Every call of the REST API, with examples to try.</p>
          </li>
          <li>
            <Link to="/outbox">Outbox</Link>
            <p>What contacts are told by mail, and the links to pass on.</p>
          </li>
          <li>
            <Link to="/members">Members</Link>
            <p>Who belongs to a workspace, and who is invited.</p>
          </li>
          <li>
            <Link to="/account">Account</Link>
            <p>Your name, password, second factor and sessions.</p>
          </li>
        </ul>
      </section>
    </Page>,
  )
})
