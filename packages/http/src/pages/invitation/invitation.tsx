import { type AppError, operations } from '@handrail/core'
import type { z } from 'zod'
import { boundFrom } from '../../access/client-address.ts'
import { problemSentence } from '../i18n/core-texts.ts'
import { NewPasswordField } from '../layout/components/account-fields.tsx'
import { ErrorSummary, Field } from '../layout/components/fields.tsx'
import { Form, Link } from '../layout/components/links.tsx'
import { Sentence } from '../layout/components/sentence.tsx'
import { Page } from '../layout/layout.tsx'
import { useI18n } from '../layout/render-context.ts'
import { sendPage } from '../layout/send.ts'
import { completeSignIn, deviceOf, type Outcome } from '../sign-in/outcome.ts'
import { forVisitors, queryOf, type VisitorVisit } from '../visit/handler.ts'
import { attempt } from '../visit/problem.ts'
import { seeOther, thenTo } from '../visit/redirect.ts'
import { requireCsrf, type Session, sessionOf } from '../visit/session.ts'
import { roleName } from './role-name.ts'

type Invitation = z.output<typeof operations.getInvitation.output>['data']

export const get = forVisitors(async (visit) => show(visit, queryOf(visit.request, 'token') ?? ''))

export const post = forVisitors(async (visit) => {
  const { handrail, visitor, form, request, reply } = visit
  const { token = '', name = '', password = '' } = form
  const session = await sessionOf(handrail, request)
  if (session) {
    requireCsrf(handrail, request, session)
    const user = boundFrom(handrail.asUser(session.user_id, session.id), request)
    const problem = await attempt(() => user.invoke(operations.joinWorkspace, { token }))
    return problem ? show(visit, token, problem) : seeOther(handrail.settings, reply, '/')
  }
  let outcome: Outcome | undefined
  const problem = await attempt(async () => {
    outcome = (await visitor.invoke(operations.acceptInvitation, { token, name, password, ...deviceOf(request) })).data
  })
  return outcome ? completeSignIn(visit, outcome, '/') : show(visit, token, problem)
})

async function show(visit: VisitorVisit, token: string, problem?: AppError) {
  const { handrail, request, reply, visitor, i18n } = visit
  const { t } = i18n
  const session = await sessionOf(handrail, request)
  let invitation: Invitation | undefined
  const bad = await attempt(async () => {
    invitation = (await visitor.invoke(operations.getInvitation, { token })).data
  })
  return sendPage(
    reply,
    bad ?? problem ?? 200,
    <Page title={t('invitation.title')} visit={visit} problem={problem} session={session} isCard again={pathOf(token)}>
      {invitation ? (
        <Received {...{ invitation, token, session, problem, name: visit.form.name }} />
      ) : (
        <>
          <h1>{t('invitation.void')}</h1>
          <p>
            {bad && problemSentence(i18n, bad)} {t('invitation.void_text')}
          </p>
        </>
      )}
    </Page>,
  )
}

function pathOf(token: string): string {
  return `/invitation?token=${encodeURIComponent(token)}`
}

interface ReceivedProps {
  invitation: Invitation
  token: string
  session: Session | undefined
  problem: AppError | undefined
  name: string | undefined
}

function Received({ invitation, token, session, problem, name }: ReceivedProps) {
  const i18n = useI18n()
  const { t } = i18n
  const { workspace, invited_by, email, role, message } = invitation
  const parts = { who: invited_by, email: <strong>{email}</strong>, role: roleName(i18n, role) }
  return (
    <>
      <h1>{t('invitation.join', { workspace })}</h1>
      <p class="soft">
        <Sentence text={t('invitation.invites')} parts={parts} />
      </p>
      {message !== '' && <blockquote class="notice">{message}</blockquote>}
      <ErrorSummary problem={problem} labels={LABELS} />
      {session ? (
        <Join session={session} email={email} token={token} />
      ) : (
        <>
          <NewAccount {...{ token, email, name, problem }} />
          <p class="small">
            {t('invitation.have_account')} <Link to={thenTo('/sign-in', pathOf(token))}>{t('invitation.sign_in')}</Link>
          </p>
        </>
      )}
    </>
  )
}

function Join({ session, email, token }: { session: Session; email: string; token: string }) {
  const { t } = useI18n()
  if (session.email !== email)
    return (
      <>
        <p class="notice">{t('invitation.signed_in_as', { other: session.email, email })}</p>
        <Form action="/sign-out">
          <input type="hidden" name="return_to" value={pathOf(token)} />
          <button type="submit">{t('invitation.sign_out')}</button>
        </Form>
      </>
    )
  return (
    <Form action="/invitation">
      <input type="hidden" name="token" value={token} />
      <button type="submit">{t('invitation.accept')}</button>
    </Form>
  )
}

const LABELS = { name: 'fields.your_name', password: 'fields.password' } as const

interface NewAccountProps {
  token: string
  email: string
  name: string | undefined
  problem: AppError | undefined
}

function NewAccount({ token, email, name, problem }: NewAccountProps) {
  const { t } = useI18n()
  return (
    <Form action="/invitation">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="email" value={email} autocomplete="username" />
      <Field name="name" label={LABELS.name} autocomplete="name" value={name} problem={problem} />
      <NewPasswordField label={LABELS.password} problem={problem} />
      <button type="submit">{t('invitation.create')}</button>
    </Form>
  )
}
