import type { listInvitations, listMembers } from '@handrail/core'
import type { z } from 'zod'
import { CurrentPasswordField, EmailField } from '../layout/account-fields.tsx'
import { Choice, ErrorSummary, LongText } from '../layout/fields.tsx'
import { Form, Link } from '../layout/layout.tsx'
import { dayAndTime } from '../layout/time.ts'
import type { Form as FormFields } from '../visit/form.ts'
import type { Problem } from '../visit/problem.ts'
import { ROLE_CHOICES, roleName } from './roles.ts'

type Members = z.output<typeof listMembers.output>['data']
type Invitations = z.output<typeof listInvitations.output>['data']

interface Shared {
  /** The id of the workspace. */
  workspace: string
  problem: Problem | undefined
}

const LABELS = {
  email: 'E-mail address',
  role: 'Role',
  message: 'Message',
  new_owner: 'New owner',
  password: 'Your password',
}

export function MembersSection({ workspace, members, own, problem }: Shared & { members: Members; own: string }) {
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      <ErrorSummary problem={problem} labels={LABELS} />
      <ul class="rows">
        {members.map(({ user_id, name, email, role, second_factor_since }) => (
          <li key={user_id}>
            <div>
              <strong>{name}</strong> {user_id === own && <span class="badge">You</span>}
              <p class="soft small">
                {email}
                {second_factor_since === null ? '' : ' · second factor'}
              </p>
            </div>
            {role === 'owner' ? (
              <span class="badge">{roleName(role)}</span>
            ) : (
              <Form action="/members">
                <input type="hidden" name="workspace" value={workspace} />
                <input type="hidden" name="user_id" value={user_id} />
                <select name="role" aria-label={`Role of ${name}`}>
                  {ROLE_CHOICES.map(([value, text]) => (
                    <option key={value} value={value} selected={value === role}>
                      {text}
                    </option>
                  ))}
                </select>
                <button
                  type="submit"
                  class="quiet"
                  name="action"
                  value="change_role"
                  aria-label={`Change the role of ${name}`}
                >
                  Change
                </button>
                <Link class="button quiet bad" to={`/members?workspace=${workspace}&remove=${user_id}`}>
                  Remove <span class="unseen">{name}</span>
                </Link>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks before a member is removed. */
export function RemovalSection({
  workspace,
  member,
  name,
}: {
  workspace: string
  member: Members[number]
  name: string
}) {
  return (
    <section aria-labelledby="removal" class="question">
      <h2 id="removal">
        Remove {member.name} from {name}?
      </h2>
      <p>
        {member.email} can no longer see anything here, and the applications that they have connected stop working at
        once. Their account stays.
      </p>
      <Form action="/members" class="choices">
        <input type="hidden" name="workspace" value={workspace} />
        <input type="hidden" name="user_id" value={member.user_id} />
        <Link class="button quiet" to={`/members?workspace=${workspace}`}>
          Keep them
        </Link>
        <button type="submit" class="quiet bad" name="action" value="remove">
          Remove {member.name}
        </button>
      </Form>
    </section>
  )
}

interface InvitationsProps extends Shared {
  invitations: Invitations
  /** The time. */
  now: string
}

export function InvitationsSection({ workspace, invitations, now, problem }: InvitationsProps) {
  if (invitations.length === 0 && !problem) return null
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <ErrorSummary problem={problem} labels={LABELS} />
      <ul class="rows">
        {invitations.map(({ id, email, role, invited_by, expires_at }) => (
          <li key={id}>
            <div>
              <strong>{email}</strong> <span class="badge">{roleName(role)}</span>
              <p class="soft small">
                By {invited_by}, {expires_at > now ? 'until' : 'expired on'} {dayAndTime(expires_at)}
              </p>
            </div>
            <Form action="/members">
              <input type="hidden" name="workspace" value={workspace} />
              <input type="hidden" name="id" value={id} />
              <button type="submit" class="quiet" name="action" value="resend" aria-label={`New link for ${email}`}>
                New link
              </button>
              <button
                type="submit"
                class="quiet bad"
                name="action"
                value="revoke"
                aria-label={`Take back the invitation of ${email}`}
              >
                Take back
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface InviteProps extends Shared {
  typed: FormFields
  /** Whether the instance sends mail. */
  sends: boolean
}

export function InviteSection({ workspace, typed, sends, problem }: InviteProps) {
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">Invite somebody</h2>
      <p class="soft">
        {sends
          ? 'They get a link by mail, and you see it too.'
          : 'You get a link to send to them: this instance has no mail server.'}
      </p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/members">
        <input type="hidden" name="action" value="invite" />
        <input type="hidden" name="workspace" value={workspace} />
        <EmailField label={LABELS.email} autocomplete="off" value={typed.email} problem={problem} />
        <Choice
          name="role"
          label={LABELS.role}
          options={ROLE_CHOICES}
          value={typed.role ?? 'editor'}
          problem={problem}
        />
        <LongText name="message" label={LABELS.message} hint="Optional" value={typed.message} problem={problem} />
        <button type="submit">Make the invitation</button>
      </Form>
    </section>
  )
}

interface TransferProps extends Shared {
  members: Members
  chosen: string | undefined
}

export function TransferSection({ workspace, members, chosen, problem }: TransferProps) {
  const candidates = members.filter(({ role }) => role !== 'owner')
  if (candidates.length === 0) return null
  return (
    <section aria-labelledby="transfer">
      <h2 id="transfer">Transfer ownership</h2>
      <p class="soft">The workspace has one owner. After the transfer you are an Admin.</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/members">
        <input type="hidden" name="action" value="transfer" />
        <input type="hidden" name="workspace" value={workspace} />
        <Choice
          name="new_owner"
          label={LABELS.new_owner}
          options={candidates.map(({ user_id, name, email }) => [user_id, `${name} (${email})`] as const)}
          value={chosen}
          problem={problem}
        />
        <CurrentPasswordField label={LABELS.password} problem={problem} />
        <button type="submit">Transfer ownership</button>
      </Form>
    </section>
  )
}
