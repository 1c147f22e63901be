import { type AppError, operations } from '@handrail/core'
import type { z } from 'zod'
import { problemSentence } from '../i18n/core-texts.ts'
import { EmailField, NewPasswordField } from '../layout/components/account-fields.tsx'
import { ErrorSummary } from '../layout/components/fields.tsx'
import { Form, Link } from '../layout/components/links.tsx'
import { Sentence } from '../layout/components/sentence.tsx'
import { Page } from '../layout/layout.tsx'
import { useI18n } from '../layout/render-context.ts'
import { sendPage } from '../layout/send.ts'
import { forVisitors, queryOf, type VisitorVisit } from '../visit/handler.ts'
import { attempt } from '../visit/problem.ts'
import { completeSignIn, deviceOf, type Outcome } from './outcome.ts'

export const get = forVisitors(async (visit) => {
  const token = queryOf(visit.request, 'token')
  return token === undefined ? showHelp(visit) : show(visit, token)
})

export const post = forVisitors(async (visit) => {
  const { visitor, form, request } = visit
  const { token, password = '' } = form
  if (token === undefined) return askForLink(visit)
  let outcome: Outcome | undefined
  const problem = await attempt(async () => {
    const disconnect = form.disconnect !== undefined
    outcome = (await visitor.invoke(operations.resetPassword, { token, password, disconnect, ...deviceOf(request) }))
      .data
  })
  return outcome ? completeSignIn(visit, outcome, '/') : show(visit, token, problem)
})

type Connections = z.output<typeof operations.checkPasswordLink.output>['data']['connections']

const LABELS = { password: 'fields.new_password' } as const

async function show(visit: VisitorVisit, token: string, problem?: AppError) {
  const { reply, visitor, form, i18n } = visit
  const { t } = i18n
  let email = ''
  let connections: Connections = []
  const bad = await attempt(async () => {
    ;({ email, connections } = (await visitor.invoke(operations.checkPasswordLink, { token })).data)
  })
  if (bad) return showHelp(visit, bad)
  return sendPage(
    reply,
    problem ?? 200,
    <Page
      title={t('reset.title')}
      visit={visit}
      problem={problem}
      again={`/reset-password?token=${encodeURIComponent(token)}`}
    >
      <h1>{t('reset.title')}</h1>
      <p class="soft">
        <Sentence text={t('reset.lead')} parts={{ email: <strong>{email}</strong> }} />
      </p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/reset-password">
        <input type="hidden" name="token" value={token} />
        {/* For password managers, which store the pair. */}
        <input type="hidden" name="email" value={email} autocomplete="username" />
        <NewPasswordField label={LABELS.password} problem={problem} />
        {connections.length > 0 && (
          <Connected connections={connections} isTicked={!problem || form.disconnect !== undefined} />
        )}
        <button type="submit">{t('reset.submit')}</button>
      </Form>
    </Page>,
  )
}

/** Offers to disconnect applications: a new password does not revoke those that somebody with the old one connected. */
function Connected({ connections, isTicked }: { connections: Connections; isTicked: boolean }) {
  const { t } = useI18n()
  const names = new Set(connections.map(({ application, workspace }) => `${application} (${workspace})`))
  return (
    <fieldset>
      <legend>{t('reset.connected')}</legend>
      <ul class="connected">
        {[...names].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <label>
        <input type="checkbox" name="disconnect" checked={isTicked} /> {t('reset.disconnect')}
      </label>
    </fieldset>
  )
}

async function askForLink(visit: VisitorVisit) {
  const { visitor, form, reply, i18n } = visit
  const { t } = i18n
  const problem = await attempt(() => visitor.invoke(operations.requestPasswordLink, { email: form.email ?? '' }))
  if (problem) return showRequest(visit, problem)
  return sendPage(
    reply,
    200,
    <Page title={t('reset.check_mail')} visit={visit}>
      <h1>{t('reset.check_mail')}</h1>
      <p>
        <Sentence text={t('reset.on_its_way')} parts={{ email: <strong>{form.email}</strong> }} />
      </p>
      <p class="soft">{t('reset.not_there')}</p>
      <p class="small">
        <Link to="/sign-in">{t('sign_in.back')}</Link>
      </p>
    </Page>,
  )
}

/** The form for a link. It responds alike for every address, and so does not reveal which ones have an account. */
async function showHelp(visit: VisitorVisit, problem?: AppError) {
  return (await visit.handrail.sendsMail()) ? showRequest(visit, problem) : showWayToPerson(visit, problem)
}

function showRequest(visit: VisitorVisit, problem?: AppError) {
  const { reply, form, i18n } = visit
  const { t } = i18n
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={t('sign_in.forgot')} visit={visit} problem={problem} again="/reset-password">
      <h1>{t('sign_in.forgot')}</h1>
      <p class="soft">{t('reset.by_mail')}</p>
      <ErrorSummary problem={problem} labels={REQUEST_LABELS} />
      <Form action="/reset-password">
        <EmailField value={form.email} problem={problem} />
        <button type="submit">{t('reset.send')}</button>
      </Form>
      <p class="small">
        <Link to="/sign-in">{t('sign_in.back')}</Link>
      </p>
    </Page>,
  )
}

const REQUEST_LABELS = { email: 'fields.email' } as const

/** The instructions of an instance without mail: the operator issues the link. */
function showWayToPerson(visit: VisitorVisit, problem?: AppError) {
  const { reply, i18n, operatorCommand } = visit
  const { t } = i18n
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={t('sign_in.forgot')} visit={visit} again="/reset-password">
      <h1>{t(problem ? 'reset.void' : 'sign_in.forgot')}</h1>
      {problem && <p>{problemSentence(i18n, problem)}</p>}
      <p>{t(operatorCommand ? 'reset.ask' : 'reset.ask_somebody')}</p>
      {operatorCommand && (
        <p>
          <code>{operatorCommand('reset-password you@example.com')}</code>
        </p>
      )}
      <p class="small">
        <Link to="/sign-in">{t('sign_in.back')}</Link>
      </p>
    </Page>,
  )
}
