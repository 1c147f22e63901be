import { checkPasswordLink, requestPasswordLink, resetPassword } from '@handrail/core'
import type { z } from 'zod'
import { EmailField, NewPasswordField } from '../layout/account-fields.tsx'
import { ErrorSummary } from '../layout/fields.tsx'
import { Form, Link, Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { forVisitors, queryOf, type VisitorVisit } from '../visit/handler.ts'
import { attempt, type Problem } from '../visit/problem.ts'
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
    outcome = (await visitor.invoke(resetPassword, { token, password, disconnect, ...deviceOf(request) })).data
  })
  return outcome ? completeSignIn(visit, outcome, '/') : show(visit, token, problem)
})

type Connections = z.output<typeof checkPasswordLink.output>['data']['connections']

const LABELS = { password: 'New password' }

async function show(visit: VisitorVisit, token: string, problem?: Problem) {
  const { handrail, reply, visitor, form } = visit
  let email = ''
  let connections: Connections = []
  const bad = await attempt(async () => {
    ;({ email, connections } = (await visitor.invoke(checkPasswordLink, { token })).data)
  })
  if (bad) return showHelp(visit, bad)
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={problem ? 'Error: Choose a password' : 'Choose a password'} settings={handrail.settings}>
      <h1>Choose a password</h1>
      <p class="soft">
        For the account of <strong>{email}</strong>. You are then signed out everywhere else.
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
        <button type="submit">Set the password</button>
      </Form>
    </Page>,
  )
}

/** A new password alone does not stop what somebody has connected who knew the former one. */
function Connected({ connections, isTicked }: { connections: Connections; isTicked: boolean }) {
  const names = new Set(connections.map(({ application, workspace }) => `${application} (${workspace})`))
  return (
    <fieldset>
      <legend>What is connected to the account</legend>
      <ul class="connected">
        {[...names].map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <label>
        <input type="checkbox" name="disconnect" checked={isTicked} /> Disconnect them all. Leave it ticked if somebody
        may have known your password: they could have connected one of these
      </label>
    </fieldset>
  )
}

async function askForLink(visit: VisitorVisit) {
  const { visitor, form, handrail, reply } = visit
  const problem = await attempt(() => visitor.invoke(requestPasswordLink, { email: form.email ?? '' }))
  if (problem) return showRequest(visit, problem)
  return sendPage(
    reply,
    200,
    <Page title="Check your mail" settings={handrail.settings}>
      <h1>Check your mail</h1>
      <p>
        If there is an account for <strong>{form.email}</strong>, a link to choose a new password is on its way. It is
        valid for an hour.
      </p>
      <p class="soft">Nothing there after a few minutes? Look in your spam folder, and check the address.</p>
      <p class="small">
        <Link to="/sign-in">Back to signing in</Link>
      </p>
    </Page>,
  )
}

/** It says the same for every address, so nobody can find out which ones have an account. */
function showHelp(visit: VisitorVisit, problem?: Problem) {
  return visit.handrail.settings.sendsMail ? showRequest(visit, problem) : showWayToPerson(visit, problem)
}

function showRequest({ handrail: { settings }, reply, form }: VisitorVisit, problem?: Problem) {
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={problem ? 'Error: Forgot your password?' : 'Forgot your password?'} settings={settings}>
      <h1>Forgot your password?</h1>
      <p class="soft">You will get a link by mail to choose a new one.</p>
      <ErrorSummary problem={problem} labels={REQUEST_LABELS} />
      <Form action="/reset-password">
        <EmailField label={REQUEST_LABELS.email} value={form.email} problem={problem} />
        <button type="submit">Send the link</button>
      </Form>
      <p class="small">
        <Link to="/sign-in">Back to signing in</Link>
      </p>
    </Page>,
  )
}

const REQUEST_LABELS = { email: 'E-mail address' }

/** Without mail, the link has to come from a person. */
function showWayToPerson({ handrail: { settings }, reply }: VisitorVisit, problem?: Problem) {
  return sendPage(
    reply,
    problem ?? 200,
    <Page title="Forgot your password?" settings={settings}>
      <h1>{problem ? 'This link no longer works' : 'Forgot your password?'}</h1>
      {problem && <p>{problem.message}.</p>}
      <p>Ask whoever runs this server for a link to choose a new one. They get it with:</p>
      <p>
        <code>handrail reset-password you@example.com</code>
      </p>
      <p class="small">
        <Link to="/sign-in">Back to signing in</Link>
      </p>
    </Page>,
  )
}
