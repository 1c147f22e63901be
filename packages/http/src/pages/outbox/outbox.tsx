import { type AppError, type Bound, notFound, operations } from '@handrail/core'
import type { z } from 'zod'
import { Page } from '../layout/layout.tsx'
import { Link } from '../layout/links.tsx'
import { sendPage } from '../layout/send.ts'
import { useWords } from '../layout/surroundings.ts'
import { dayAndTime } from '../layout/time.ts'
import { forUsers, queryOf, type UserVisit } from '../visit/handler.ts'
import { attempt } from '../visit/problem.ts'
import { seeOther } from '../visit/redirect.ts'
import { Mail } from './mail.tsx'
import { errorText, kindName, statusName } from './names.ts'

type Listing = z.output<typeof operations.listEmails.output>
type Membership = z.output<typeof operations.listOwnMemberships.output>['data'][number]

/** What goes out by mail, for the members of a workspace: to see what became of it, and to pass on what cannot be sent. */
export const get = forUsers((visit) => show(visit, {}))

export const post = forUsers(async (visit) => {
  const { handrail, reply, session, form } = visit
  const { workspace = '', id = '' } = form
  const problem = await attempt(async () => {
    const member = await handrail.asMember(workspace, session.user_id, session.id)
    await member.invoke(operations.resendEmail, { id })
  })
  if (problem) return show(visit, { problem, workspace, id })
  return seeOther(handrail.settings, reply, `/outbox?workspace=${workspace}&id=${id}`)
})

interface Shown {
  problem?: AppError
  workspace?: string
  id?: string
}

async function show(visit: UserVisit, shown: Shown) {
  const { handrail, request, session, user } = visit
  const { problem, workspace = queryOf(request, 'workspace'), id = queryOf(request, 'id') } = shown
  const { data: memberships } = await user.invoke(operations.listOwnMemberships, {})
  const chosen = workspace === undefined ? memberships[0] : memberships.find((one) => one.workspace_id === workspace)
  if (!chosen && workspace !== undefined) throw notFound()
  if (!chosen) return sendNothing(visit)
  const member = await handrail.asMember(chosen.workspace_id, session.user_id, session.id)
  return id === undefined ? sendListing(visit, member, memberships, chosen) : sendMail(visit, member, id, problem)
}

function sendNothing(visit: UserVisit) {
  const { reply, session, words } = visit
  const { say } = words
  return sendPage(
    reply,
    200,
    <Page title={say('outbox.title')} visit={visit} session={session} current="/">
      <h1>{say('outbox.title')}</h1>
      <p>{say('outbox.no_workspace')}</p>
    </Page>,
  )
}

async function sendMail(visit: UserVisit, member: Bound, id: string, problem: AppError | undefined) {
  const { handrail, reply, session, words } = visit
  const { data } = await member.invoke(operations.getEmail, { id })
  const { rights, workspace_id } = member.context.caller
  return sendPage(
    reply,
    problem ?? 200,
    <Page
      title={words.say('outbox.mail_title')}
      visit={visit}
      problem={problem}
      session={session}
      current="/"
      again={`/outbox?workspace=${workspace_id}&id=${encodeURIComponent(id)}`}
      canCopy
    >
      <Mail
        email={data}
        workspace={workspace_id}
        problem={problem}
        canSend={rights.has('enrollments:write')}
        sends={handrail.settings.sendsMail}
      />
    </Page>,
  )
}

async function sendListing(visit: UserVisit, member: Bound, memberships: Membership[], chosen: Membership) {
  const { handrail, reply, request, session, words } = visit
  const { say } = words
  const page = Number(/^[1-9]\d{0,5}$/.exec(queryOf(request, 'page') ?? '')?.[0] ?? 1)
  const listing = await member.invoke(operations.listEmails, { page })
  return sendPage(
    reply,
    200,
    <Page title={say('outbox.title')} visit={visit} session={session} current="/">
      <h1>{say('outbox.of', { workspace: chosen.workspace })}</h1>
      <p class="soft">{say(handrail.settings.sendsMail ? 'outbox.lead' : 'outbox.no_server_lead')}</p>
      <Others memberships={memberships} chosen={chosen} />
      <section aria-labelledby="mail">
        <h2 id="mail">{say('outbox.mail')}</h2>
        <Mails listing={listing} workspace={chosen.workspace_id} />
      </section>
    </Page>,
  )
}

function Others({ memberships, chosen }: { memberships: Membership[]; chosen: Membership }) {
  const { say } = useWords()
  const others = memberships.filter(({ workspace_id }) => workspace_id !== chosen.workspace_id)
  if (others.length === 0) return null
  return (
    <p class="soft">
      {say('outbox.others')}{' '}
      {others.map(({ workspace_id, workspace }) => (
        <span key={workspace_id}>
          <Link to={`/outbox?workspace=${workspace_id}`}>{workspace}</Link>{' '}
        </span>
      ))}
    </p>
  )
}

function Mails({ listing: { data, meta }, workspace }: { listing: Listing; workspace: string }) {
  const words = useWords()
  const { say } = words
  if (data.length === 0) return <p>{say('outbox.none')}</p>
  const { page = 1, total_pages = 1 } = meta
  const to = (number: number) => `/outbox?workspace=${workspace}&page=${number}`
  return (
    <>
      <ul class="rows">
        {data.map(({ id, subject, recipient, kind, status, created_at, error }) => (
          <li key={id}>
            <div>
              <Link to={`/outbox?workspace=${workspace}&id=${id}`}>{subject}</Link>{' '}
              <span class="badge">{statusName(words, status)}</span>
              <p class="soft small">
                {say('outbox.row', { kind: kindName(words, kind), recipient, time: dayAndTime(words, created_at) })}
              </p>
              {error !== null && <p class="soft small">{errorText(words, error)}</p>}
            </div>
          </li>
        ))}
      </ul>
      {total_pages > 1 && (
        <p>
          {page > 1 && <Link to={to(page - 1)}>{say('outbox.newer')}</Link>}{' '}
          {say('outbox.page_of', { page, total: total_pages })}{' '}
          {page < total_pages && <Link to={to(page + 1)}>{say('outbox.older')}</Link>}
        </p>
      )}
    </>
  )
}
