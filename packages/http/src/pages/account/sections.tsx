import type { AppError, operations } from '@handrail/core'
import type { z } from 'zod'
import { CurrentPasswordField, NewPasswordField } from '../layout/components/account-fields.tsx'
import { ActionButton, ErrorSummary, Field } from '../layout/components/fields.tsx'
import { Form, Link } from '../layout/components/links.tsx'
import { dayAndTime } from '../layout/components/time.ts'
import { useI18n } from '../layout/render-context.ts'
import { browserName } from './browser-name.ts'

type Account = z.output<typeof operations.getAccount.output>['data']
type Sessions = z.output<typeof operations.listSessions.output>['data']

const LABELS = {
  name: 'fields.name',
  current_password: 'fields.current_password',
  new_password: 'fields.new_password',
  password: 'fields.password',
} as const

interface ProfileProps {
  name: string | undefined
  email: string
  problem: AppError | undefined
}

export function ProfileSection({ name, problem }: ProfileProps) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">{t('account.profile')}</h2>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/account">
        <input type="hidden" name="action" value="profile" />
        <Field name="name" label={LABELS.name} autocomplete="name" value={name} problem={problem} />
        <button type="submit">{t('account.save')}</button>
      </Form>
    </section>
  )
}

export function PasswordSection({ email, problem }: { email: string; problem: AppError | undefined }) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password">{t('fields.password')}</h2>
      <p class="soft">{t('account.password_lead')}</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/account">
        <input type="hidden" name="action" value="password" />
        <input type="hidden" name="email" value={email} autocomplete="username" />
        <CurrentPasswordField name="current_password" label={LABELS.current_password} problem={problem} />
        <NewPasswordField name="new_password" label={LABELS.new_password} problem={problem} />
        <button type="submit">{t('account.change_password')}</button>
      </Form>
    </section>
  )
}

export function SecondFactorSection({ account, problem }: { account: Account; problem: AppError | undefined }) {
  const i18n = useI18n()
  const { t } = i18n
  const { second_factor_since: since, recovery_codes_count: left } = account
  if (since === null)
    return (
      <section aria-labelledby="second-factor">
        <h2 id="second-factor">{t('account.second_factor')}</h2>
        <p class="soft">
          {t('account.no_second_factor')} <Link to="/account/second-factor">{t('account.add_second_factor')}</Link>
        </p>
      </section>
    )
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">
        {t('account.second_factor')} <span class="badge">{t('account.on')}</span>
      </h2>
      <p class="soft">
        {t('account.on_since', { time: dayAndTime(i18n, since) })} {t('account.codes_left', { count: left })}
      </p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/account">
        <CurrentPasswordField label={LABELS.password} hint="account.asked_again" problem={problem} />
        <div class="choices">
          <button type="submit" name="action" value="renew_recovery_codes">
            {t('account.renew_codes')}
          </button>
          <button type="submit" name="action" value="remove_second_factor" class="quiet bad">
            {t('account.remove_second_factor')}
          </button>
        </div>
      </Form>
    </section>
  )
}

export function SessionsSection({ sessions, problem }: { sessions: Sessions; problem: AppError | undefined }) {
  const { t } = useI18n()
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{t('account.sessions')}</h2>
      <p class="soft">{t('account.sessions_lead')}</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <ul class="rows">
        {sessions.map((session) => (
          <SessionRow key={session.id} {...session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form action="/account">
          <button type="submit" class="quiet" name="action" value="end_other_sessions">
            {t('account.end_others')}
          </button>
        </Form>
      )}
    </section>
  )
}

function SessionRow({ id, browser: name, system, current, last_used_at, created_at }: Sessions[number]) {
  const i18n = useI18n()
  const { t } = i18n
  const browser = browserName(i18n, { browser: name, system })
  const used = dayAndTime(i18n, last_used_at)
  return (
    <li>
      <div>
        <strong>{browser}</strong> {current && <span class="badge">{t('account.current')}</span>}
        <p class="soft small">{t('account.used', { used, begun: dayAndTime(i18n, created_at) })}</p>
      </div>
      {!current && (
        <Form action="/account">
          <input type="hidden" name="id" value={id} />
          <ActionButton action="end_session" label={t('account.end_of', { browser, used })}>
            {t('account.end')}
          </ActionButton>
        </Form>
      )}
    </li>
  )
}

export function ConnectionsSection() {
  const { t } = useI18n()
  return (
    <section aria-labelledby="connections">
      <h2 id="connections">{t('connections.title')}</h2>
      <p class="soft">
        {t('account.connections_lead')} <Link to="/account/connections">{t('account.see_connections')}</Link>
      </p>
    </section>
  )
}
