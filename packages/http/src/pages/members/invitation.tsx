import { acceptInvitation, getInvitation, joinWorkspace } from '@handrail/core'
import type { z } from 'zod'
import { NewPasswordField } from '../layout/account-fields.tsx'
import { ErrorSummary, Field } from '../layout/fields.tsx'
import { Form, Link, Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { completeSignIn, deviceOf, type Outcome } from '../sign-in/outcome.ts'
import { forVisitors, queryOf, type VisitorVisit } from '../visit/handler.ts'
import { attempt, type Problem } from '../visit/problem.ts'
import { seeOther } from '../visit/redirect.ts'
import { requireCsrf, type Session, sessionOf } from '../visit/session.ts'
import { roleName } from './roles.ts'

type Invitation = z.output<typeof getInvitation.output>['data']

export const get = forVisitors(async (visit) => show(visit, queryOf(visit.request, 'token') ?? ''))

export const post = forVisitors(async (visit) => {
  const { handrail, visitor, form, request, reply } = visit
  const { token = '', name = '', password = '' } = form
  const session = await sessionOf(handrail, request)
  if (session) {
    requireCsrf(handrail, request, session)
    const user = handrail.asUser(session.user_id, session.id)
    const problem = await attempt(() => user.invoke(joinWorkspace, { token }))
    return problem ? show(visit, token, problem) : seeOther(handrail.settings, reply, '/')
  }
  let outcome: Outcome | undefined
  const problem = await attempt(async () => {
    outcome = (await visitor.invoke(acceptInvitation, { token, name, password, ...deviceOf(request) })).data
  })
  return outcome ? completeSignIn(visit, outcome, '/') : show(visit, token, problem)
})

async function show(visit: VisitorVisit, token: string, problem?: Problem) {
  const { handrail, request, reply, visitor } = visit
  const session = await sessionOf(handrail, request)
  let invitation: Invitation | undefined
  const bad = await attempt(async () => {
    invitation = (await visitor.invoke(getInvitation, { token })).data
  })
  return sendPage(
    reply,
    bad ?? problem ?? 200,
    <Page title={problem ? 'Error: Invitation' : 'Invitation'} settings={handrail.settings} session={session} isCard>
      {invitation ? (
        <Received {...{ invitation, token, session, problem, name: visit.form.name }} />
      ) : (
        <>
          <h1>This invitation no longer works</h1>
          <p>{bad?.message}. Ask whoever invited you to send it again.</p>
        </>
      )}
    </Page>,
  )
}

interface ReceivedProps {
  invitation: Invitation
  token: string
  session: Session | undefined
  problem: Problem | undefined
  name: string | undefined
}

function Received({ invitation, token, session, problem, name }: ReceivedProps) {
  const { workspace, invited_by, email, role, message } = invitation
  return (
    <>
      <h1>Join {workspace}</h1>
      <p class="soft">
        {invited_by} invites <strong>{email}</strong> to be {roleName(role)} of this workspace.
      </p>
      {message !== '' && <blockquote class="notice">{message}</blockquote>}
      <ErrorSummary problem={problem} labels={LABELS} />
      {session ? (
        <Join session={session} email={email} token={token} />
      ) : (
        <>
          <NewAccount {...{ token, email, name, problem }} />
          <p class="small">
            You have an account already?{' '}
            <Link to={`/sign-in?return_to=${encodeURIComponent(`/invitation?token=${token}`)}`}>
              Sign in to accept the invitation
            </Link>
          </p>
        </>
      )}
    </>
  )
}

function Join({ session, email, token }: { session: Session; email: string; token: string }) {
  if (session.email !== email)
    return (
      <>
        <p class="notice">
          You are signed in as {session.email}, and the invitation is for {email}.
        </p>
        <Form action="/sign-out">
          <input type="hidden" name="return_to" value={`/invitation?token=${token}`} />
          <button type="submit">Sign out, and come back here</button>
        </Form>
      </>
    )
  return (
    <Form action="/invitation">
      <input type="hidden" name="token" value={token} />
      <button type="submit">Accept the invitation</button>
    </Form>
  )
}

const LABELS = { name: 'Your name', password: 'Password' }

interface NewAccountProps {
  token: string
  email: string
  name: string | undefined
  problem: Problem | undefined
}

function NewAccount({ token, email, name, problem }: NewAccountProps) {
  return (
    <Form action="/invitation">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="email" value={email} autocomplete="username" />
      <Field name="name" label={LABELS.name} autocomplete="name" value={name} problem={problem} />
      <NewPasswordField label={LABELS.password} problem={problem} />
      <button type="submit">Create my account and join</button>
    </Form>
  )
}
