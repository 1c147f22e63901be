import { getEmail, listEmails, listOwnMemberships, notFound, resendEmail } from '@handrail/core'
import type { z } from 'zod'
import { Link, Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { dayAndTime } from '../layout/time.ts'
import { forUsers, queryOf, type UserVisit } from '../visit/handler.ts'
import { attempt, type Problem } from '../visit/problem.ts'
import { seeOther } from '../visit/redirect.ts'
import { Mail } from './mail.tsx'
import { KIND_NAMES, STATUS_NAMES } from './names.ts'

type Listing = z.output<typeof listEmails.output>
type Membership = z.output<typeof listOwnMemberships.output>['data'][number]

/** What goes out by mail, for the members of a workspace: to see what became of it, and to pass on what cannot be sent. */
export const get = forUsers((visit) => show(visit, {}))

export const post = forUsers(async (visit) => {
  const { handrail, reply, session, form } = visit
  const { workspace = '', id = '' } = form
  const problem = await attempt(async () => {
    const member = await handrail.asMember(workspace, session.user_id, session.id)
    await member.invoke(resendEmail, { id })
  })
  if (problem) return show(visit, { problem, workspace, id })
  return seeOther(handrail.settings, reply, `/outbox?workspace=${workspace}&id=${id}`)
})

interface Shown {
  problem?: Problem
  workspace?: string
  id?: string
}

async function show(visit: UserVisit, shown: Shown) {
  const { handrail, reply, request, session, user } = visit
  const { problem, workspace = queryOf(request, 'workspace'), id = queryOf(request, 'id') } = shown
  const { data: memberships } = await user.invoke(listOwnMemberships, {})
  const chosen = workspace === undefined ? memberships[0] : memberships.find((one) => one.workspace_id === workspace)
  if (!chosen && workspace !== undefined) throw notFound()
  const settings = { settings: handrail.settings, session, current: '/' }
  if (!chosen)
    return sendPage(
      reply,
      200,
      <Page title="Outbox" {...settings}>
        <h1>Outbox</h1>
        <p>You belong to no workspace yet.</p>
      </Page>,
    )
  const member = await handrail.asMember(chosen.workspace_id, session.user_id, session.id)
  if (id !== undefined) {
    const { data } = await member.invoke(getEmail, { id })
    const canSend = member.context.caller.rights.has('enrollments:write')
    return sendPage(
      reply,
      problem ?? 200,
      <Page title={problem ? 'Error: Mail' : 'Mail'} {...settings} canCopy>
        <Mail
          email={data}
          workspace={chosen.workspace_id}
          problem={problem}
          canSend={canSend}
          sends={handrail.settings.sendsMail}
        />
      </Page>,
    )
  }
  const page = Number(/^[1-9]\d{0,5}$/.exec(queryOf(request, 'page') ?? '')?.[0] ?? 1)
  const listing = await member.invoke(listEmails, { page })
  return sendPage(
    reply,
    200,
    <Page title="Outbox" {...settings}>
      <h1>Outbox of {chosen.workspace}</h1>
      <p class="soft">
        {handrail.settings.sendsMail
          ? 'Mail to contacts, and to members about them. It is kept for 90 days.'
          : 'This instance has no mail server, so nothing is sent. Open a mail to copy its link, and pass it on.'}
      </p>
      <Others memberships={memberships} chosen={chosen} />
      <section aria-labelledby="mail">
        <h2 id="mail">Mail</h2>
        <Mails listing={listing} workspace={chosen.workspace_id} />
      </section>
    </Page>,
  )
}

function Others({ memberships, chosen }: { memberships: Membership[]; chosen: Membership }) {
  const others = memberships.filter(({ workspace_id }) => workspace_id !== chosen.workspace_id)
  if (others.length === 0) return null
  return (
    <p class="soft">
      Other workspaces:{' '}
      {others.map(({ workspace_id, workspace }) => (
        <span key={workspace_id}>
          <Link to={`/outbox?workspace=${workspace_id}`}>{workspace}</Link>{' '}
        </span>
      ))}
    </p>
  )
}

function Mails({ listing: { data, meta }, workspace }: { listing: Listing; workspace: string }) {
  if (data.length === 0)
    return <p>There is no mail here. It comes when a contact is sent the link of an enrollment, or is reminded.</p>
  const { page = 1, total_pages = 1 } = meta
  const to = (number: number) => `/outbox?workspace=${workspace}&page=${number}`
  return (
    <>
      <ul class="rows">
        {data.map(({ id, subject, recipient, kind, status, created_at, error }) => (
          <li key={id}>
            <div>
              <Link to={`/outbox?workspace=${workspace}&id=${id}`}>{subject}</Link>{' '}
              <span class="badge">{STATUS_NAMES[status]}</span>
              <p class="soft small">
                {KIND_NAMES[kind]} to {recipient}, {dayAndTime(created_at)}
              </p>
              {error !== null && <p class="soft small">{error}</p>}
            </div>
          </li>
        ))}
      </ul>
      {total_pages > 1 && (
        <p>
          {page > 1 && <Link to={to(page - 1)}>Newer</Link>} Page {page} of {total_pages}{' '}
          {page < total_pages && <Link to={to(page + 1)}>Older</Link>}
        </p>
      )}
    </>
  )
}
