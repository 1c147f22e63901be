import type { getAccount, listSessions } from '@handrail/core'
import type { z } from 'zod'
import { CurrentPasswordField, NewPasswordField } from '../layout/account-fields.tsx'
import { ErrorSummary, Field } from '../layout/fields.tsx'
import { Form, Link } from '../layout/layout.tsx'
import { dayAndTime } from '../layout/time.ts'
import type { Problem } from '../visit/problem.ts'
import { browserName } from './browser-name.ts'

type Account = z.output<typeof getAccount.output>['data']
type Sessions = z.output<typeof listSessions.output>['data']

const LABELS = {
  name: 'Name',
  current_password: 'Current password',
  new_password: 'New password',
  password: 'Password',
}

interface ProfileProps {
  name: string | undefined
  email: string
  problem: Problem | undefined
}

export function ProfileSection({ name, problem }: ProfileProps) {
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/account">
        <input type="hidden" name="action" value="profile" />
        <Field name="name" label={LABELS.name} autocomplete="name" value={name} problem={problem} />
        <button type="submit">Save</button>
      </Form>
    </section>
  )
}

export function PasswordSection({ email, problem }: { email: string; problem: Problem | undefined }) {
  return (
    <section aria-labelledby="change-password">
      <h2 id="change-password">Password</h2>
      <p class="soft">After a change you stay signed in here and are signed out everywhere else.</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/account">
        <input type="hidden" name="action" value="password" />
        <input type="hidden" name="email" value={email} autocomplete="username" />
        <CurrentPasswordField name="current_password" label={LABELS.current_password} problem={problem} />
        <NewPasswordField name="new_password" label={LABELS.new_password} problem={problem} />
        <button type="submit">Change the password</button>
      </Form>
    </section>
  )
}

export function SecondFactorSection({ account, problem }: { account: Account; problem: Problem | undefined }) {
  const { second_factor_since: since, recovery_codes_count: left } = account
  if (since === null)
    return (
      <section aria-labelledby="second-factor">
        <h2 id="second-factor">Second factor</h2>
        <p class="soft">
          With an authenticator app, a stolen password alone is useless.{' '}
          <Link to="/account/second-factor">Add a second factor</Link>
        </p>
      </section>
    )
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor">
        Second factor <span class="badge">On</span>
      </h2>
      <p class="soft">
        On since {dayAndTime(since)}. {left} of 10 recovery codes are left.
      </p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/account">
        <CurrentPasswordField
          label={LABELS.password}
          hint="Asked for again because this changes how you sign in"
          problem={problem}
        />
        <div class="choices">
          <button type="submit" name="action" value="renew_recovery_codes">
            Make new recovery codes
          </button>
          <button type="submit" name="action" value="remove_second_factor" class="quiet bad">
            Remove the second factor
          </button>
        </div>
      </Form>
    </section>
  )
}

export function SessionsSection({ sessions, problem }: { sessions: Sessions; problem: Problem | undefined }) {
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      <p class="soft">Where you are signed in. A session ends a week after its last use.</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <ul class="rows">
        {sessions.map(({ id, device, current, last_used_at, created_at }) => (
          <li key={id}>
            <div>
              <strong>{browserName(device)}</strong> {current && <span class="badge">This one</span>}
              <p class="soft small">
                Last used {dayAndTime(last_used_at)}, signed in {dayAndTime(created_at)}
              </p>
            </div>
            {!current && (
              <Form action="/account">
                <input type="hidden" name="id" value={id} />
                <button
                  type="submit"
                  class="quiet"
                  name="action"
                  value="end_session"
                  aria-label={`End the session of ${browserName(device)}, last used ${dayAndTime(last_used_at)}`}
                >
                  End
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form action="/account">
          <button type="submit" class="quiet" name="action" value="end_other_sessions">
            End all other sessions
          </button>
        </Form>
      )}
    </section>
  )
}

export function ConnectionsSection() {
  return (
    <section aria-labelledby="connections">
      <h2 id="connections">Connected applications</h2>
      <p class="soft">
        Assistants and programs that act for you. <Link to="/connections">See them, or disconnect one</Link>
      </p>
    </section>
  )
}
