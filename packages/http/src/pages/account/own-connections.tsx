import { type AppError, operations } from '@handrail/core'
import type { z } from 'zod'
import { boundFrom } from '../../access/client-address.ts'
import { nameOfScope } from '../i18n/core-texts.ts'
import { ErrorSummary } from '../layout/components/fields.tsx'
import { Form, Link } from '../layout/components/links.tsx'
import { Sentence } from '../layout/components/sentence.tsx'
import { dayAndTime } from '../layout/components/time.ts'
import { Page } from '../layout/layout.tsx'
import { useI18n } from '../layout/render-context.ts'
import { sendPage } from '../layout/send.ts'
import { forUsers, queryOf, type UserVisit } from '../visit/handler.ts'
import { attempt } from '../visit/problem.ts'

const PATH = '/account/connections'

type Connection = z.output<typeof operations.listConnections.output>['data'][number]

/**
 * The applications that a person has connected, in each of their workspaces. Those of other members are on the console's
 * page of the workspace.
 */
export const get = forUsers((visit) => show(visit, {}))

export const post = forUsers(async (visit) => {
  const { handrail, request, session, form } = visit
  const { workspace = '', ids = '' } = form
  const problem = await attempt(async () => {
    const member = boundFrom(await handrail.asMember(workspace, session.user_id, session.id), request)
    for (const id of ids.split(' ')) await member.invoke(operations.revokeConnection, { id })
  })
  return show(visit, problem ? { problem } : { isDone: true })
})

async function show(visit: UserVisit, { problem, isDone = false }: { problem?: AppError; isDone?: boolean }) {
  const { handrail, request, reply, session, user, i18n } = visit
  const { t } = i18n
  // The page of one workspace; the first page if the address has none.
  const [paged, from] = [queryOf(request, 'workspace'), queryOf(request, 'after')]
  const { data: memberships } = await user.invoke(operations.listOwnMemberships, {})
  const workspaces = await Promise.all(
    memberships.map(async ({ workspace_id, workspace }) => {
      const member = await handrail.asMember(workspace_id, session.user_id, session.id)
      const after = workspace_id === paged ? from : undefined
      const { data, meta } = await member.invoke(operations.listConnections, { own: true, after })
      return { id: workspace_id, name: workspace, connections: data, next: meta.next_after }
    }),
  )
  return sendPage(
    reply,
    problem ?? 200,
    <Page
      title={t('connections.title')}
      visit={visit}
      problem={problem}
      session={session}
      current="/account"
      again={PATH}
    >
      <h1>{t('connections.title')}</h1>
      <p class="soft">
        <Sentence
          text={t('connections.lead')}
          parts={{ page: <Link to="/assistants">{t('connections.page')}</Link> }}
        />
      </p>
      {isDone && (
        <p class="notice" role="status">
          {t('connections.done')}
        </p>
      )}
      <ErrorSummary problem={problem} labels={{}} />
      {workspaces.map(({ id, name, connections, next }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{name}</h2>
          {connections.length === 0 ? (
            <p>{t('connections.none')}</p>
          ) : (
            <Applications workspace={id} connections={connections} />
          )}
          {next && <Link to={`${PATH}?workspace=${id}&after=${next}`}>{t('connections.older')}</Link>}
        </section>
      ))}
    </Page>,
  )
}

interface ApplicationsProps {
  /** The id of the workspace. */
  workspace: string
  connections: Connection[]
}

/** Groups connections by application: assistants register again with each installation. */
function Applications({ workspace, connections }: ApplicationsProps) {
  const groups = Map.groupBy(connections, ({ application: { kind, name, host } }) => `${kind} ${host} ${name}`)
  return (
    <ul class="applications">
      {[...groups].map(([key, group]) => (
        <li key={key}>
          <Heading workspace={workspace} group={group} />
          <ul class="rows">
            {group.map((connection) => (
              <Row key={connection.id} {...connection} workspace={workspace} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function Heading({ workspace, group }: { workspace: string; group: Connection[] }) {
  const { t } = useI18n()
  const [first] = group
  if (!first) return null
  const { name, kind, host } = first.application
  const all = { number: group.length, name }
  return (
    <div class="application">
      <div>
        <h3>{name}</h3>
        <p class="soft small">
          {host} {kind !== 'application' && <span class="badge caution">{t('connections.not_verified')}</span>}
        </p>
      </div>
      {group.length > 1 && (
        <Disconnect workspace={workspace} ids={group.map(({ id }) => id)} what={t('connections.all_of', all)}>
          {t('connections.disconnect_all')}
        </Disconnect>
      )}
    </div>
  )
}

interface DisconnectProps {
  workspace: string
  ids: string[]
  /** The application, for people who hear the button without seeing the row that it is in. */
  what: string
  children: string
}

function Disconnect({ workspace, ids, what, children }: DisconnectProps) {
  return (
    <Form action={PATH}>
      <input type="hidden" name="workspace" value={workspace} />
      <input type="hidden" name="ids" value={ids.join(' ')} />
      <button type="submit" class="quiet bad" aria-label={`${children}: ${what}`}>
        {children}
      </button>
    </Form>
  )
}

function Row({ id, application, scopes, last_used_at, created_at, workspace }: Connection & { workspace: string }) {
  const i18n = useI18n()
  const { t } = i18n
  const used = last_used_at
    ? t('connections.last_used', { time: dayAndTime(i18n, last_used_at) })
    : t('connections.never_used')
  return (
    <li>
      <div>
        <p class="small">
          {t('connections.connected', { time: dayAndTime(i18n, created_at) })} {used}
        </p>
        <p class="soft small">{scopes.map((scope) => nameOfScope(i18n, scope)).join('. ')}.</p>
      </div>
      <Disconnect workspace={workspace} ids={[id]} what={application.name}>
        {t('connections.disconnect')}
      </Disconnect>
    </li>
  )
}
