import { checkSetUpLink, setUpInstance } from '@handrail/core'
import { EmailField, NewPasswordField } from '../layout/account-fields.tsx'
import { ErrorSummary, Field } from '../layout/fields.tsx'
import { Form, Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { forVisitors, queryOf, type VisitorVisit } from '../visit/handler.ts'
import { attempt, type Problem } from '../visit/problem.ts'
import { completeSignIn, deviceOf, type Outcome } from './outcome.ts'

export const get = forVisitors(async (visit) => {
  const token = queryOf(visit.request, 'token') ?? ''
  const problem = await attempt(() => visit.visitor.invoke(checkSetUpLink, { token }))
  return problem ? explain(visit, problem) : show(visit, token)
})

export const post = forVisitors(async (visit) => {
  const { visitor, form, request } = visit
  const { token = '', name = '', email = '', password = '', workspace = '' } = form
  const bad = await attempt(() => visitor.invoke(checkSetUpLink, { token }))
  if (bad) return explain(visit, bad)
  let outcome: Outcome | undefined
  const problem = await attempt(async () => {
    const fields = { token, name, email, password, workspace, ...deviceOf(request) }
    outcome = (await visitor.invoke(setUpInstance, fields)).data
  })
  return outcome ? completeSignIn(visit, outcome, '/') : show(visit, token, problem)
})

const LABELS = { name: 'Your name', email: 'E-mail address', password: 'Password', workspace: 'Name of the workspace' }

function show({ handrail: { settings }, reply, form }: VisitorVisit, token: string, problem?: Problem) {
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={problem ? 'Error: Set up' : 'Set up'} settings={settings}>
      <h1>Welcome to Handrail</h1>
      <p class="soft">Create your account and the first workspace. You will own both.</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/setup">
        <input type="hidden" name="token" value={token} />
        <Field
          name="workspace"
          label={LABELS.workspace}
          hint="Usually the name of your company"
          autocomplete="organization"
          value={form.workspace}
          problem={problem}
        />
        <Field name="name" label={LABELS.name} autocomplete="name" value={form.name} problem={problem} />
        <EmailField label={LABELS.email} value={form.email} problem={problem} />
        <NewPasswordField label={LABELS.password} problem={problem} />
        <button type="submit">Set up Handrail</button>
      </Form>
    </Page>,
  )
}

function explain({ handrail: { settings }, reply }: VisitorVisit, problem: Problem) {
  return sendPage(
    reply,
    problem,
    <Page title="Set up" settings={settings}>
      <h1>This link no longer works</h1>
      <p>{problem.message}.</p>
      <p>Start the server again: as long as there is no workspace, it prints a new link.</p>
    </Page>,
  )
}
