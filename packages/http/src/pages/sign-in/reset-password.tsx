import { type AppError, operations } from '@handrail/core'
import type { z } from 'zod'
import { EmailField, NewPasswordField } from '../layout/account-fields.tsx'
import { ErrorSummary } from '../layout/fields.tsx'
import { Page } from '../layout/layout.tsx'
import { Form, Link } from '../layout/links.tsx'
import { sendPage } from '../layout/send.ts'
import { Sentence } from '../layout/sentence.tsx'
import { useWords } from '../layout/surroundings.ts'
import { forVisitors, queryOf, type VisitorVisit } from '../visit/handler.ts'
import { attempt } from '../visit/problem.ts'
import { problemSentence } from '../words/core.ts'
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
  const { reply, visitor, form, words } = visit
  const { say } = words
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
      title={say('reset.title')}
      visit={visit}
      problem={problem}
      again={`/reset-password?token=${encodeURIComponent(token)}`}
    >
      <h1>{say('reset.title')}</h1>
      <p class="soft">
        <Sentence text={say('reset.lead')} parts={{ email: <strong>{email}</strong> }} />
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
        <button type="submit">{say('reset.submit')}</button>
      </Form>
    </Page>,
  )
}

/** A new password alone does not stop what somebody has connected who knew the former one. */
function Connected({ connections, isTicked }: { connections: Connections; isTicked: boolean }) {
  const { say } = useWords()
  const names = new Set(connections.map(({ application, workspace }) => `${application} (${workspace})`))
  return (
    <fieldset>
      <legend>{say('reset.connected')}</legend>
      <ul class="connected">
        {[...names].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <label>
        <input type="checkbox" name="disconnect" checked={isTicked} /> {say('reset.disconnect')}
      </label>
    </fieldset>
  )
}

async function askForLink(visit: VisitorVisit) {
  const { visitor, form, reply, words } = visit
  const { say } = words
  const problem = await attempt(() => visitor.invoke(operations.requestPasswordLink, { email: form.email ?? '' }))
  if (problem) return showRequest(visit, problem)
  return sendPage(
    reply,
    200,
    <Page title={say('reset.check_mail')} visit={visit}>
      <h1>{say('reset.check_mail')}</h1>
      <p>
        <Sentence text={say('reset.on_its_way')} parts={{ email: <strong>{form.email}</strong> }} />
      </p>
      <p class="soft">{say('reset.not_there')}</p>
      <p class="small">
        <Link to="/sign-in">{say('sign_in.back')}</Link>
      </p>
    </Page>,
  )
}

/** It says the same for every address, so nobody can find out which ones have an account. */
function showHelp(visit: VisitorVisit, problem?: AppError) {
  return visit.handrail.settings.sendsMail ? showRequest(visit, problem) : showWayToPerson(visit, problem)
}

function showRequest(visit: VisitorVisit, problem?: AppError) {
  const { reply, form, words } = visit
  const { say } = words
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={say('sign_in.forgot')} visit={visit} problem={problem} again="/reset-password">
      <h1>{say('sign_in.forgot')}</h1>
      <p class="soft">{say('reset.by_mail')}</p>
      <ErrorSummary problem={problem} labels={REQUEST_LABELS} />
      <Form action="/reset-password">
        <EmailField value={form.email} problem={problem} />
        <button type="submit">{say('reset.send')}</button>
      </Form>
      <p class="small">
        <Link to="/sign-in">{say('sign_in.back')}</Link>
      </p>
    </Page>,
  )
}

const REQUEST_LABELS = { email: 'fields.email' } as const

/** Without mail, the link has to come from a person. */
function showWayToPerson(visit: VisitorVisit, problem?: AppError) {
  const { reply, words } = visit
  const { say } = words
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={say('sign_in.forgot')} visit={visit} again="/reset-password">
      <h1>{say(problem ? 'reset.void' : 'sign_in.forgot')}</h1>
      {problem && <p>{problemSentence(words, problem)}</p>}
      <p>{say('reset.ask')}</p>
      <p>
        <code>handrail reset-password you@example.com</code>
      </p>
      <p class="small">
        <Link to="/sign-in">{say('sign_in.back')}</Link>
      </p>
    </Page>,
  )
}
