import { type AppError, operations } from '@handrail/core'
import { CurrentPasswordField, EmailField } from '../layout/components/account-fields.tsx'
import { ErrorSummary } from '../layout/components/fields.tsx'
import { Form, Link } from '../layout/components/links.tsx'
import { Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { forVisitors, queryOf, type VisitorVisit } from '../visit/handler.ts'
import { attempt } from '../visit/problem.ts'
import { localPath, seeOther, thenTo } from '../visit/redirect.ts'
import { sessionOf } from '../visit/session.ts'
import { isSetUp } from './not-set-up.tsx'
import { completeSignIn, type Outcome, withDevice } from './outcome.ts'

export const get = forVisitors(async (visit) => {
  const back = localPath(queryOf(visit.request, 'return_to'))
  if (await sessionOf(visit.handrail, visit.request)) return seeOther(visit.handrail.settings, visit.reply, back)
  return (await isSetUp(visit)) ? show(visit, back) : seeOther(visit.handrail.settings, visit.reply, '/')
})

export const post = forVisitors(async (visit) => {
  const { visitor, form, handrail, request } = visit
  const { email = '', password = '' } = form
  const back = localPath(form.return_to)
  let outcome: Outcome | undefined
  const problem = await attempt(async () => {
    outcome = (await visitor.invoke(operations.signIn, { email, password, ...withDevice(handrail.settings, request) }))
      .data
  })
  if (!outcome) return show(visit, back, problem)
  return completeSignIn(visit, outcome, back)
})

const LABELS = { email: 'fields.email', password: 'fields.password' } as const

function show(visit: VisitorVisit, back: string, problem?: AppError) {
  const { reply, form, i18n } = visit
  const { t } = i18n
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={t('sign_in.title')} visit={visit} problem={problem} again={thenTo('/sign-in', back)}>
      <h1>{t('sign_in.title')}</h1>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/sign-in">
        <input type="hidden" name="return_to" value={back} />
        <EmailField value={form.email} problem={problem} />
        <CurrentPasswordField label={LABELS.password} problem={problem} />
        <button type="submit">{t('sign_in.title')}</button>
      </Form>
      <p class="small">
        <Link to="/reset-password">{t('sign_in.forgot')}</Link>
      </p>
    </Page>,
    { keepsOpener: true },
  )
}
