import { confirmSecondFactor, getSecondFactorOffer, offerSecondFactor } from '@handrail/core'
import { CurrentPasswordField } from '../layout/account-fields.tsx'
import { ErrorSummary, Field } from '../layout/fields.tsx'
import { CopyButton, Form, Link, Page } from '../layout/layout.tsx'
import { sendPage } from '../layout/send.ts'
import { forUsers, type UserVisit } from '../visit/handler.ts'
import { attempt, type Problem } from '../visit/problem.ts'
import { seeOther } from '../visit/redirect.ts'
import { QrCode } from './qr-code.tsx'
import { sendRecoveryCodes } from './recovery-codes.tsx'

export const get = forUsers((visit) => show(visit))

/** The form with the password creates a secret, the form with the code puts it into force. */
export const post = forUsers(async (visit) => {
  const { handrail, reply, user, form } = visit
  if (form.code === undefined) {
    const problem = await attempt(() => user.invoke(offerSecondFactor, { password: form.password ?? '' }))
    return problem ? show(visit, problem) : seeOther(handrail.settings, reply, '/account/second-factor')
  }
  const { code } = form
  let codes: string[] | undefined
  const problem = await attempt(async () => {
    codes = (await user.invoke(confirmSecondFactor, { code })).data.recovery_codes
  })
  return codes ? sendRecoveryCodes(visit, codes) : show(visit, problem)
})

const LABELS = { password: 'Password', code: 'Code' }

async function show({ handrail: { settings }, reply, session, user }: UserVisit, problem?: Problem) {
  let offer: { secret: string; uri: string } | undefined
  await attempt(async () => {
    offer = (await user.invoke(getSecondFactorOffer, {})).data
  })
  return sendPage(
    reply,
    problem ?? 200,
    <Page
      title={problem ? 'Error: Add a second factor' : 'Add a second factor'}
      settings={settings}
      session={session}
      current="/account"
      canCopy={offer !== undefined}
    >
      <h1>Add a second factor</h1>
      <p class="soft">From then on, signing in takes your password and a code from your authenticator app.</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      {offer ? <Offer {...offer} problem={problem} /> : <AskPassword problem={problem} />}
      <p class="after">
        <Link to="/account">Back to the account</Link>
      </p>
    </Page>,
  )
}

function AskPassword({ problem }: { problem: Problem | undefined }) {
  return (
    <section aria-labelledby="password-first">
      <h2 id="password-first">Your password first</h2>
      <Form action="/account/second-factor">
        <CurrentPasswordField label={LABELS.password} problem={problem} />
        <button type="submit">Continue</button>
      </Form>
    </section>
  )
}

function Offer({ secret, uri, problem }: { secret: string; uri: string; problem: Problem | undefined }) {
  return (
    <section aria-labelledby="scan">
      <h2 id="scan">Scan, then type the code</h2>
      <p class="soft">Scan the picture with your authenticator app. It then shows six digits.</p>
      <QrCode text={uri} label="QR code for the authenticator app" />
      <p>Without a camera, give the app this key:</p>
      <p class="copied" data-copy>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code> <CopyButton what="the key" />
      </p>
      <p class="small">
        <a href={uri}>Or open it in an app on this device</a>
      </p>
      <Form action="/account/second-factor">
        <Field name="code" label={LABELS.code} autocomplete="one-time-code" inputMode="numeric" problem={problem} />
        <button type="submit">Turn it on</button>
      </Form>
    </section>
  )
}
