import { type AppError, operations } from '@handrail/core'
import { CurrentPasswordField } from '../layout/account-fields.tsx'
import { CopyButton } from '../layout/copy-button.tsx'
import { ErrorSummary, Field } from '../layout/fields.tsx'
import { Page } from '../layout/layout.tsx'
import { Form, Link } from '../layout/links.tsx'
import { useI18n } from '../layout/render-context.ts'
import { sendPage } from '../layout/send.ts'
import { forUsers, type UserVisit } from '../visit/handler.ts'
import { attempt } from '../visit/problem.ts'
import { seeOther } from '../visit/redirect.ts'
import { QrCode } from './qr-code.tsx'
import { sendRecoveryCodes } from './recovery-codes.tsx'

export const get = forUsers((visit) => show(visit))

/** Sets up the second factor: the form with the password creates a secret, that with the code activates it. */
export const post = forUsers(async (visit) => {
  const { handrail, reply, user, form } = visit
  if (form.code === undefined) {
    const problem = await attempt(() => user.invoke(operations.offerSecondFactor, { password: form.password ?? '' }))
    return problem ? show(visit, problem) : seeOther(handrail.settings, reply, '/account/second-factor')
  }
  const { code } = form
  let codes: string[] | undefined
  const problem = await attempt(async () => {
    codes = (await user.invoke(operations.confirmSecondFactor, { code })).data.recovery_codes
  })
  return codes ? sendRecoveryCodes(visit, codes) : show(visit, problem)
})

const LABELS = { password: 'fields.password', code: 'fields.code' } as const

async function show(visit: UserVisit, problem?: AppError) {
  const { reply, session, user, i18n } = visit
  const { t } = i18n
  let offer: { secret: string; uri: string } | undefined
  await attempt(async () => {
    offer = (await user.invoke(operations.getSecondFactorOffer, {})).data
  })
  return sendPage(
    reply,
    problem ?? 200,
    <Page
      title={t('account.add_second_factor')}
      visit={visit}
      problem={problem}
      session={session}
      current="/account"
      again="/account/second-factor"
      canCopy={offer !== undefined}
    >
      <h1>{t('account.add_second_factor')}</h1>
      <p class="soft">{t('second_factor.lead')}</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      {offer ? <Offer {...offer} problem={problem} /> : <AskPassword problem={problem} />}
      <p class="after">
        <Link to="/account">{t('second_factor.back')}</Link>
      </p>
    </Page>,
  )
}

function AskPassword({ problem }: { problem: AppError | undefined }) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="password-first">
      <h2 id="password-first">{t('second_factor.password_first')}</h2>
      <Form action="/account/second-factor">
        <CurrentPasswordField label={LABELS.password} problem={problem} />
        <button type="submit">{t('second_factor.continue')}</button>
      </Form>
    </section>
  )
}

function Offer({ secret, uri, problem }: { secret: string; uri: string; problem: AppError | undefined }) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="scan">
      <h2 id="scan">{t('second_factor.scan')}</h2>
      <p class="soft">{t('second_factor.scan_text')}</p>
      <QrCode text={uri} label={t('second_factor.picture')} />
      <p>{t('second_factor.key')}</p>
      <p class="copied" data-copy>
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code> <CopyButton what={t('frame.the_key')} />
      </p>
      <p class="small">
        <a href={uri}>{t('second_factor.open')}</a>
      </p>
      <Form action="/account/second-factor">
        <Field name="code" label={LABELS.code} autocomplete="one-time-code" inputMode="numeric" problem={problem} />
        <button type="submit">{t('second_factor.turn_on')}</button>
      </Form>
    </section>
  )
}
