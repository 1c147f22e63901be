import { finishSignIn } from '@handrail/core'
import { ErrorSummary, Field } from '../layout/fields.tsx'
import { Form, Link, Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { clearCookie, readCookie } from '../visit/cookies.ts'
import { forVisitors, queryOf, type VisitorVisit } from '../visit/handler.ts'
import { attempt, type Problem } from '../visit/problem.ts'
import { localPath, seeOther } from '../visit/redirect.ts'
import { completeSignIn, type Outcome, withDevice } from './outcome.ts'

export const get = forVisitors(async (visit) => {
  const { handrail, request, reply } = visit
  const back = localPath(queryOf(request, 'return_to'))
  if (readCookie(handrail.settings, request, 'second_factor') === undefined)
    return seeOther(handrail.settings, reply, `/sign-in?return_to=${encodeURIComponent(back)}`)
  return show(visit, back)
})

export const post = forVisitors(async (visit) => {
  const { handrail, visitor, form, request, reply } = visit
  const back = localPath(form.return_to)
  const token = (readCookie(handrail.settings, request, 'second_factor') ?? '').slice(0, 200)
  let outcome: Outcome | undefined
  const problem = await attempt(async () => {
    const fields = { token, code: form.code ?? '', ...withDevice(handrail.settings, request) }
    outcome = (await visitor.invoke(finishSignIn, fields)).data
  })
  if (outcome) return completeSignIn(visit, outcome, back)
  if (problem?.status === 404) clearCookie(handrail.settings, reply, 'second_factor')
  return show(visit, back, problem)
})

const LABELS = { code: 'Code' }

function show({ handrail: { settings }, reply }: VisitorVisit, back: string, problem?: Problem) {
  return sendPage(
    reply,
    problem ?? 200,
    <Page title={problem ? 'Error: Second factor' : 'Second factor'} settings={settings}>
      <h1>One more step</h1>
      <p class="soft">Type the six digits that your authenticator app shows now, or one of your recovery codes.</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/sign-in/second-factor">
        <input type="hidden" name="return_to" value={back} />
        <Field name="code" label={LABELS.code} autocomplete="one-time-code" problem={problem} />
        <button type="submit">Sign in</button>
      </Form>
      <p class="small">
        <Link to="/sign-in">Start again</Link>
      </p>
    </Page>,
  )
}
