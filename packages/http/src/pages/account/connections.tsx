import { listConnections, listOwnMemberships, revokeConnection, SCOPES } from '@handrail/core'
import type { z } from 'zod'
import { ErrorSummary } from '../layout/fields.tsx'
import { Form, Link, Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { dayAndTime } from '../layout/time.ts'
import { forUsers, type UserVisit } from '../visit/handler.ts'
import { attempt, type Problem } from '../visit/problem.ts'

type Connection = z.output<typeof listConnections.output>['data'][number]

/**
 * What a person has connected, in each of their workspaces. Those who manage a workspace's applications see
 * everybody's.
 */
export const get = forUsers((visit) => show(visit, {}))

export const post = forUsers(async (visit) => {
  const { handrail, session, form } = visit
  const { workspace = '', id = '' } = form
  const problem = await attempt(async () => {
    const member = await handrail.asMember(workspace, session.user_id, session.id)
    await member.invoke(revokeConnection, { id })
  })
  return show(visit, problem ? { problem } : { done: 'The application is disconnected. Its tokens no longer work.' })
})

async function show(
  { handrail, reply, session, user }: UserVisit,
  { problem, done }: { problem?: Problem; done?: string },
) {
  const { data: memberships } = await user.invoke(listOwnMemberships, {})
  const workspaces = await Promise.all(
    memberships.map(async ({ workspace_id, workspace }) => {
      const member = await handrail.asMember(workspace_id, session.user_id, session.id)
      const { data } = await member.invoke(listConnections, {})
      return { id: workspace_id, name: workspace, connections: data }
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
      {workspaces.map(({ id, name, connections }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{name}</h2>
          {connections.length === 0 ? (
            <p>Nothing is connected.</p>
          ) : (
            <ul class="rows">
              {connections.map((connection) => (
                <Row
                  key={connection.id}
                  {...connection}
                  workspace={id}
                  isOwn={connection.user.id === session.user_id}
                />
              ))}
            </ul>
          )}
        </section>
      ))}
    </Page>,
  )
}

function Row({ id, application, user, scopes, last_used_at, created_at, workspace, isOwn }: Connection & Place) {
  const whose = isOwn ? 'by you' : `by ${user.name} (${user.email})`
  return (
    <li>
      <div>
        <strong>{application.name}</strong>
        <p class="soft small">
          Connected {whose}, {dayAndTime(created_at)}.{' '}
          {last_used_at ? `Last used ${dayAndTime(last_used_at)}` : 'Not used yet'}.
        </p>
        <p class="small">{scopes.map(nameOfScope).join('. ')}.</p>
      </div>
      <Form action="/connections">
        <input type="hidden" name="workspace" value={workspace} />
        <input type="hidden" name="id" value={id} />
        <button type="submit" class="quiet bad" aria-label={`Disconnect ${application.name}, connected ${whose}`}>
          Disconnect
        </button>
      </Form>
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
