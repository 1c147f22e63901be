import { type AppError, operations } from '@handrail/core'
import { ErrorSummary, Field } from '../layout/components/fields.tsx'
import { Form, Link } from '../layout/components/links.tsx'
import { Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { clearCookie, readCookie } from '../visit/cookies.ts'
import { forVisitors, queryOf, type VisitorVisit } from '../visit/handler.ts'
import { attempt } from '../visit/problem.ts'
import { localPath, seeOther, thenTo } from '../visit/redirect.ts'
import { completeSignIn, type Outcome, withDevice } from './outcome.ts'

export const get = forVisitors(async (visit) => {
  const { handrail, request, reply } = visit
  const back = localPath(queryOf(request, 'return_to'))
  if (readCookie(handrail.settings, request, 'second_factor') === undefined)
    return seeOther(handrail.settings, reply, thenTo('/sign-in', back))
  return show(visit, back)
})

export const post = forVisitors(async (visit) => {
  const { handrail, visitor, form, request, reply } = visit
  const back = localPath(form.return_to)
  const token = (readCookie(handrail.settings, request, 'second_factor') ?? '').slice(0, 200)
  let outcome: Outcome | undefined
  const problem = await attempt(async () => {
    const fields = { token, code: form.code ?? '', ...withDevice(handrail.settings, request) }
    outcome = (await visitor.invoke(operations.finishSignIn, fields)).data
  })
  if (outcome) return completeSignIn(visit, outcome, back)
  if (problem?.status === 404) clearCookie(handrail.settings, reply, 'second_factor')
  return show(visit, back, problem)
})

const LABELS = { code: 'fields.code' } as const

function show(visit: VisitorVisit, back: string, problem?: AppError) {
  const { reply, i18n } = visit
  const { t } = i18n
  return sendPage(
    reply,
    problem ?? 200,
    <Page
      title={t('sign_in.second_factor')}
      visit={visit}
      problem={problem}
      again={thenTo('/sign-in/second-factor', back)}
    >
      <h1>{t('sign_in.one_more')}</h1>
      <p class="soft">{t('sign_in.type_code')}</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/sign-in/second-factor">
        <input type="hidden" name="return_to" value={back} />
        <Field name="code" label={LABELS.code} autocomplete="one-time-code" problem={problem} />
        <button type="submit">{t('sign_in.title')}</button>
      </Form>
      <p class="small">
        <Link to="/sign-in">{t('sign_in.again')}</Link>
      </p>
    </Page>,
    { keepsOpener: true },
  )
}
