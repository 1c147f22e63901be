import { type AppError, operations } from '@handrail/core'
import { problemSentence } from '../i18n/core-texts.ts'
import { EmailField, NewPasswordField } from '../layout/account-fields.tsx'
import { ErrorSummary, Field } from '../layout/fields.tsx'
import { Page } from '../layout/layout.tsx'
import { Form } from '../layout/links.tsx'
import { sendPage } from '../layout/send.ts'
import { forVisitors, queryOf, type VisitorVisit } from '../visit/handler.ts'
import { attempt } from '../visit/problem.ts'
import { completeSignIn, deviceOf, type Outcome } from './outcome.ts'

export const get = forVisitors(async (visit) => {
  const token = queryOf(visit.request, 'token') ?? ''
  const problem = await attempt(() => visit.visitor.invoke(operations.checkSetUpLink, { token }))
  return problem ? explain(visit, problem) : show(visit, token)
})

export const post = forVisitors(async (visit) => {
  const { visitor, form, request } = visit
  const { token = '', name = '', email = '', password = '', workspace = '' } = form
  const bad = await attempt(() => visitor.invoke(operations.checkSetUpLink, { token }))
  if (bad) return explain(visit, bad)
  let outcome: Outcome | undefined
  const problem = await attempt(async () => {
    const fields = { token, name, email, password, workspace, ...deviceOf(request) }
    outcome = (await visitor.invoke(operations.setUpInstance, fields)).data
  })
  return outcome ? completeSignIn(visit, outcome, '/') : show(visit, token, problem)
})

const LABELS = {
  name: 'fields.your_name',
  email: 'fields.email',
  password: 'fields.password',
  workspace: 'fields.workspace',
} as const

function show(visit: VisitorVisit, token: string, problem?: AppError) {
  const { reply, form, i18n } = visit
  const { t } = i18n
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={t('set_up.title')} visit={visit} problem={problem} again={`/setup?token=${encodeURIComponent(token)}`}>
      <h1>{t('set_up.welcome')}</h1>
      <p class="soft">{t('set_up.lead')}</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/setup">
        <input type="hidden" name="token" value={token} />
        <Field
          name="workspace"
          label={LABELS.workspace}
          hint="set_up.workspace_hint"
          autocomplete="organization"
          value={form.workspace}
          problem={problem}
        />
        <Field name="name" label={LABELS.name} autocomplete="name" value={form.name} problem={problem} />
        <EmailField value={form.email} problem={problem} />
        <NewPasswordField label={LABELS.password} problem={problem} />
        <button type="submit">{t('set_up.submit')}</button>
      </Form>
    </Page>,
  )
}

function explain(visit: VisitorVisit, problem: AppError) {
  const { reply, i18n } = visit
  const { t } = i18n
  return sendPage(
    reply,
    problem,
    <Page title={t('set_up.title')} visit={visit}>
      <h1>{t('set_up.void')}</h1>
      <p>{problemSentence(i18n, problem)}</p>
      <p>{t('set_up.void_text')}</p>
    </Page>,
  )
}
