import type { AppError, operations } from '@handrail/core'
import type { z } from 'zod'
import { CurrentPasswordField, NewPasswordField } from '../layout/account-fields.tsx'
import { ActionButton, ErrorSummary, Field } from '../layout/fields.tsx'
import { Form, Link } from '../layout/links.tsx'
import { useWords } from '../layout/surroundings.ts'
import { dayAndTime } from '../layout/time.ts'
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
  const { say } = useWords()
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">{say('account.profile')}</h2>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/account">
        <input type="hidden" name="action" value="profile" />
        <Field name="name" label={LABELS.name} autocomplete="name" value={name} problem={problem} />
        <button type="submit">{say('account.save')}</button>
      </Form>
    </section>
  )
}

export function PasswordSection({ email, problem }: { email: string; problem: AppError | undefined }) {
  const { say } = useWords()
  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password">{say('fields.password')}</h2>
      <p class="soft">{say('account.password_lead')}</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/account">
        <input type="hidden" name="action" value="password" />
        <input type="hidden" name="email" value={email} autocomplete="username" />
        <CurrentPasswordField name="current_password" label={LABELS.current_password} problem={problem} />
        <NewPasswordField name="new_password" label={LABELS.new_password} problem={problem} />
        <button type="submit">{say('account.change_password')}</button>
      </Form>
    </section>
  )
}

export function SecondFactorSection({ account, problem }: { account: Account; problem: AppError | undefined }) {
  const words = useWords()
  const { say } = words
  const { second_factor_since: since, recovery_codes_count: left } = account
  if (since === null)
    return (
      <section aria-labelledby="second-factor">
        <h2 id="second-factor">{say('account.second_factor')}</h2>
        <p class="soft">
          {say('account.no_second_factor')} <Link to="/account/second-factor">{say('account.add_second_factor')}</Link>
        </p>
      </section>
    )
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">
        {say('account.second_factor')} <span class="badge">{say('account.on')}</span>
      </h2>
      <p class="soft">
        {say('account.on_since', { time: dayAndTime(words, since) })} {say('account.codes_left', { count: left })}
      </p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/account">
        <CurrentPasswordField label={LABELS.password} hint="account.asked_again" problem={problem} />
        <div class="choices">
          <button type="submit" name="action" value="renew_recovery_codes">
            {say('account.renew_codes')}
          </button>
          <button type="submit" name="action" value="remove_second_factor" class="quiet bad">
            {say('account.remove_second_factor')}
          </button>
        </div>
      </Form>
    </section>
  )
}

export function SessionsSection({ sessions, problem }: { sessions: Sessions; problem: AppError | undefined }) {
  const { say } = useWords()
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">{say('account.sessions')}</h2>
      <p class="soft">{say('account.sessions_lead')}</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <ul class="rows">
        {sessions.map((session) => (
          <SessionRow key={session.id} {...session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form action="/account">
          <button type="submit" class="quiet" name="action" value="end_other_sessions">
            {say('account.end_others')}
          </button>
        </Form>
      )}
    </section>
  )
}

function SessionRow({ id, device, current, last_used_at, created_at }: Sessions[number]) {
  const words = useWords()
  const { say } = words
  const browser = browserName(words, device)
  const used = dayAndTime(words, last_used_at)
  return (
    <li>
      <div>
        <strong>{browser}</strong> {current && <span class="badge">{say('account.current')}</span>}
        <p class="soft small">{say('account.used', { used, begun: dayAndTime(words, created_at) })}</p>
      </div>
      {!current && (
        <Form action="/account">
          <input type="hidden" name="id" value={id} />
          <ActionButton action="end_session" label={say('account.end_of', { browser, used })}>
            {say('account.end')}
          </ActionButton>
        </Form>
      )}
    </li>
  )
}

export function ConnectionsSection() {
  const { say } = useWords()
  return (
    <section aria-labelledby="connections">
      <h2 id="connections">{say('connections.title')}</h2>
      <p class="soft">
        {say('account.connections_lead')} <Link to="/account/connections">{say('account.see_connections')}</Link>
      </p>
    </section>
  )
}
