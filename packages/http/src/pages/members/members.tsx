import { type AppError, type Bound, notFound, operations } from '@handrail/core'
import { CopyButton } from '../layout/copy-button.tsx'
import { Page } from '../layout/layout.tsx'
import { Link } from '../layout/links.tsx'
import { sendPage } from '../layout/send.ts'
import { forUsers, queryOf, type UserVisit } from '../visit/handler.ts'
import { leaveNote, type Note, readNote } from '../visit/note.ts'
import { attempt } from '../visit/problem.ts'
import { seeOther } from '../visit/redirect.ts'
import { roleOf } from './roles.ts'
import { InvitationsSection, InviteSection, MembersSection, RemovalSection, TransferSection } from './sections.tsx'

/** What the forms of the page do, by their field `action`. What they return is said when it is done. */
const ACTIONS: Record<string, (member: Bound, form: UserVisit['form']) => Promise<Note>> = {
  async invite(member, { email = '', role, message = '' }) {
    const { data } = await member.invoke(operations.createInvitation, { email, role: roleOf(role), message })
    const said = member.context.settings.sendsMail ? 'members.invited_by_mail' : 'members.invited'
    return { said, email: data.email, url: data.url }
  },
  async resend(member, { id = '' }) {
    const { data } = await member.invoke(operations.resendInvitation, { id })
    return { said: 'members.link_renewed', email: data.email, url: data.url }
  },
  async revoke(member, { id = '' }) {
    await member.invoke(operations.revokeInvitation, { id })
    return { said: 'members.taken_back' }
  },
  async change_role(member, { user_id = '', role }) {
    await member.invoke(operations.changeMemberRole, { user_id, role: roleOf(role) })
    return { said: 'members.role_changed' }
  },
  async remove(member, { user_id = '' }) {
    await member.invoke(operations.removeMember, { user_id })
    return { said: 'members.removed' }
  },
  async transfer(member, { new_owner = '', password = '' }) {
    await member.invoke(operations.transferOwnership, { user_id: new_owner, password })
    return { said: 'members.transferred' }
  },
}

interface Shown {
  action?: string
  problem?: AppError | undefined
}

export const get = forUsers((visit) => show(visit, queryOf(visit.request, 'workspace'), {}))

export const post = forUsers(async (visit) => {
  const { handrail, reply, session, form } = visit
  const { action = '', workspace = '' } = form
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  if (!run) throw notFound()
  const member = await handrail.asMember(workspace, session.user_id, session.id)
  let query = ''
  const problem = await attempt(async () => {
    query = `workspace=${workspace}&${leaveNote(visit, await run(member, form))}`
  })
  if (problem) return show(visit, workspace, { action, problem })
  return seeOther(handrail.settings, reply, `/members?${query}`)
})

async function show(visit: UserVisit, wanted: string | undefined, { action, problem }: Shown) {
  const { handrail, reply, session, user, form, words } = visit
  const { say } = words
  const { data: memberships } = await user.invoke(operations.listOwnMemberships, {})
  const managed = memberships.filter(({ role }) => role === 'admin' || role === 'owner')
  const chosen = wanted === undefined ? managed[0] : memberships.find(({ workspace_id }) => workspace_id === wanted)
  if (!chosen) {
    if (wanted !== undefined) throw notFound()
    return sendNothing(visit)
  }
  const member = await handrail.asMember(chosen.workspace_id, session.user_id, session.id)
  const { data: members } = await member.invoke(operations.listMembers, {})
  const { data: invitations } = await member.invoke(operations.listInvitations, {})
  const problemOf = (name: string) => (name === action ? problem : undefined)
  const others = managed.filter(({ workspace_id }) => workspace_id !== chosen.workspace_id)
  const shared = { workspace: chosen.workspace_id }
  const remove = queryOf(visit.request, 'remove')
  const leaving = members.find(({ user_id, role }) => user_id === remove && role !== 'owner')
  const done = problem ? undefined : readNote(visit)
  return sendPage(
    reply,
    problem ?? 200,
    <Page
      title={say('members.title')}
      visit={visit}
      problem={problem}
      session={session}
      current="/members"
      again={`/members?workspace=${chosen.workspace_id}`}
      canCopy={done?.url !== undefined}
    >
      <h1>{say('members.of', { workspace: chosen.workspace })}</h1>
      {others.length > 0 && (
        <p class="soft">
          {say('members.also')}{' '}
          {others.map(({ workspace_id, workspace }) => (
            <span key={workspace_id}>
              <Link to={`/members?workspace=${workspace_id}`}>{workspace}</Link>{' '}
            </span>
          ))}
        </p>
      )}
      {done && (
        <div class="notice" role="status">
          <p>{say(done.said, { email: done.email ?? '' })}</p>
          {done.url && (
            <p class="copied" data-copy>
              <code>{done.url}</code> <CopyButton what={say('frame.the_link')} />
            </p>
          )}
        </div>
      )}
      {leaving && <RemovalSection {...shared} member={leaving} name={chosen.workspace} />}
      <MembersSection
        {...shared}
        members={members}
        own={session.user_id}
        problem={problemOf('change_role') ?? problemOf('remove')}
      />
      <InvitationsSection
        {...shared}
        invitations={invitations}
        now={member.context.now()}
        problem={problemOf('resend') ?? problemOf('revoke')}
      />
      <InviteSection
        {...shared}
        sends={handrail.settings.sendsMail}
        typed={problemOf('invite') ? form : {}}
        problem={problemOf('invite')}
      />
      {chosen.role === 'owner' && (
        <TransferSection {...shared} members={members} problem={problemOf('transfer')} chosen={form.new_owner} />
      )}
    </Page>,
  )
}

function sendNothing(visit: UserVisit) {
  const { reply, session, words } = visit
  const { say } = words
  return sendPage(
    reply,
    200,
    <Page title={say('members.title')} visit={visit} session={session} current="/members">
      <h1>{say('members.title')}</h1>
      <section aria-label={say('members.title')}>
        <p>{say('members.none')}</p>
      </section>
    </Page>,
  )
}
