import { listConnections, listOwnMemberships, revokeConnection, SCOPES } from '@handrail/core'
import type { z } from 'zod'
import { ErrorSummary } from '../layout/fields.tsx'
import { Form, Link, Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { dayAndTime } from '../layout/time.ts'
import { forUsers, queryOf, type UserVisit } from '../visit/handler.ts'
import { attempt, type Problem } from '../visit/problem.ts'

type Connection = z.output<typeof listConnections.output>['data'][number]

/**
 * What a person has connected, in each of their workspaces. Those who manage a workspace's applications see
 * everybody's.
 */
export const get = forUsers((visit) => show(visit, {}))

export const post = forUsers(async (visit) => {
  const { handrail, session, form } = visit
  const { workspace = '', ids = '' } = form
  const problem = await attempt(async () => {
    const member = await handrail.asMember(workspace, session.user_id, session.id)
    for (const id of ids.split(' ')) await member.invoke(revokeConnection, { id })
  })
  return show(visit, problem ? { problem } : { done: 'The application is disconnected. Its tokens no longer work.' })
})

async function show(
  { handrail, request, reply, session, user }: UserVisit,
  { problem, done }: { problem?: Problem; done?: string },
) {
  // Which page of which workspace; the first, where the address names none.
  const [paged, from] = [queryOf(request, 'workspace'), queryOf(request, 'after')]
  const { data: memberships } = await user.invoke(listOwnMemberships, {})
  const workspaces = await Promise.all(
    memberships.map(async ({ workspace_id, workspace }) => {
      const member = await handrail.asMember(workspace_id, session.user_id, session.id)
      const after = workspace_id === paged ? from : undefined
      const { data, meta } = await member.invoke(listConnections, { after })
      return { id: workspace_id, name: workspace, connections: data, next: meta.next_after }
    }),
  )
  return sendPage(
    reply,
    problem ?? 200,
    <Page
      title={problem ? 'Error: Connected applications' : 'Connected applications'}
      settings={handrail.settings}
      session={session}
      current="/account"
    >
      <h1>Connected applications</h1>
      <p class="soft">
        Applications that may act for a person in a workspace until they are disconnected. You connect new ones from{' '}
        <Link to="/assistants">the page for AI assistants</Link>, or from the application itself.
      </p>
      {done && (
        <p class="notice" role="status">
          {done}
        </p>
      )}
      <ErrorSummary problem={problem} labels={{}} />
      {workspaces.map(({ id, name, connections, next }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{name}</h2>
          {connections.length === 0 ? (
            <p>Nothing is connected.</p>
          ) : (
            <Applications workspace={id} connections={connections} own={session.user_id} />
          )}
          {next && <Link to={`/connections?workspace=${id}&after=${next}`}>Older connections</Link>}
        </section>
      ))}
    </Page>,
  )
}

interface ApplicationsProps {
  workspace: string
  connections: Connection[]
  /** The id of the person who looks. */
  own: string
}

/** Each application once: assistants register anew wherever they are installed. */
function Applications({ workspace, connections, own }: ApplicationsProps) {
  const groups = Map.groupBy(connections, ({ application: { kind, name, host } }) => `${kind} ${host} ${name}`)
  return (
    <ul class="applications">
      {[...groups].map(([key, group]) => (
        <li key={key}>
          <Heading workspace={workspace} group={group} />
          <ul class="rows">
            {group.map((connection) => (
              <Row key={connection.id} {...connection} workspace={workspace} isOwn={connection.user.id === own} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Heading({ workspace, group }: { workspace: string; group: Connection[] }) {
  const [first] = group
  if (!first) return null
  const { name, kind, host } = first.application
  return (
    <div class="application">
      <div>
        <h3>{name}</h3>
        <p class="soft small">
          {host} {kind !== 'application' && <span class="badge caution">not verified</span>}
        </p>
      </div>
      {group.length > 1 && (
        <Disconnect workspace={workspace} ids={group.map(({ id }) => id)} what={`all ${group.length} of ${name}`}>
          Disconnect all
        </Disconnect>
      )}
    </div>
  )
}

interface DisconnectProps {
  workspace: string
  ids: string[]
  /** Whom it disconnects, for who does not see where the button is. */
  what: string
  children: string
}

function Disconnect({ workspace, ids, what, children }: DisconnectProps) {
  return (
    <Form action="/connections">
      <input type="hidden" name="workspace" value={workspace} />
      <input type="hidden" name="ids" value={ids.join(' ')} />
      <button type="submit" class="quiet bad" aria-label={`${children}: ${what}`}>
        {children}
      </button>
    </Form>
  )
}

function Row({ id, application, user, scopes, last_used_at, created_at, workspace, isOwn }: Connection & Place) {
  const whose = isOwn ? 'by you' : `by ${user.name} (${user.email})`
  return (
    <li>
      <div>
        <p class="small">
          Connected {whose}, {dayAndTime(created_at)}.{' '}
          {last_used_at ? `Last used ${dayAndTime(last_used_at)}` : 'Not used yet'}.
        </p>
        <p class="soft small">{scopes.map(nameOfScope).join('. ')}.</p>
      </div>
      <Disconnect workspace={workspace} ids={[id]} what={`${application.name}, connected ${whose}`}>
        Disconnect
      </Disconnect>
    </li>
  )
}

interface Place {
  workspace: string
  isOwn: boolean
}

function nameOfScope(scope: string): string {
  return Object.entries(SCOPES).find(([name]) => name === scope)?.[1] ?? scope
}
