import type { AppError, operations } from '@handrail/core'
import type { z } from 'zod'
import { CurrentPasswordField, EmailField } from '../layout/account-fields.tsx'
import { ActionButton, Choice, ErrorSummary, LongText } from '../layout/fields.tsx'
import { Form, Link } from '../layout/links.tsx'
import { Sentence } from '../layout/sentence.tsx'
import { useWords } from '../layout/surroundings.ts'
import { dayAndTime } from '../layout/time.ts'
import type { Form as FormFields } from '../visit/form.ts'
import { roleChoices, roleName } from './roles.ts'

type Members = z.output<typeof operations.listMembers.output>['data']
type MemberOf = Members[number]
type Invitations = z.output<typeof operations.listInvitations.output>['data']
type InvitationOf = Invitations[number]

interface Shared {
  /** The id of the workspace. */
  workspace: string
  problem: AppError | undefined
}

const LABELS = {
  email: 'fields.email',
  role: 'fields.choose_role',
  message: 'fields.message',
  new_owner: 'fields.new_owner',
  password: 'fields.your_password',
} as const

export function MembersSection({ workspace, members, own, problem }: Shared & { members: Members; own: string }) {
  const { say } = useWords()
  return (
    <section aria-labelledby="members">
      <h2 id="members">{say('members.title')}</h2>
      <ErrorSummary problem={problem} labels={LABELS} />
      <ul class="rows">
        {members.map((member) => (
          <MemberRow key={member.user_id} {...member} workspace={workspace} isOwn={member.user_id === own} />
        ))}
      </ul>
    </section>
  )
}

interface MemberRowProps extends MemberOf {
  workspace: string
  isOwn: boolean
}

function MemberRow({ user_id, name, email, role, second_factor_since, workspace, isOwn }: MemberRowProps) {
  const words = useWords()
  const { say } = words
  return (
    <li>
      <div>
        <strong>{name}</strong> {isOwn && <span class="badge">{say('members.you')}</span>}
        <p class="soft small">
          {email}
          {second_factor_since === null ? '' : ` · ${say('members.second_factor')}`}
        </p>
      </div>
      {role === 'owner' ? (
        <span class="badge">{roleName(words, role)}</span>
      ) : (
        <Form action="/members">
          <input type="hidden" name="workspace" value={workspace} />
          <input type="hidden" name="user_id" value={user_id} />
          <select name="role" aria-label={say('members.role_of', { name })}>
            {roleChoices(words).map(([value, text]) => (
              <option key={value} value={value} selected={value === role}>
                {text}
              </option>
            ))}
          </select>
          <ActionButton action="change_role" label={say('members.change_of', { name })}>
            {say('members.change')}
          </ActionButton>
          <Link class="button quiet bad" to={`/members?workspace=${workspace}&remove=${user_id}`}>
            <Sentence text={say('members.remove')} parts={{ name: <span class="unseen">{name}</span> }} />
          </Link>
        </Form>
      )}
    </li>
  )
}

/** Asks before a member is removed. */
export function RemovalSection({ workspace, member, name }: { workspace: string; member: MemberOf; name: string }) {
  const { say } = useWords()
  return (
    <section aria-labelledby="removal" class="question">
      <h2 id="removal">{say('members.remove_title', { name: member.name, workspace: name })}</h2>
      <p>{say('members.remove_text', { email: member.email })}</p>
      <Form action="/members" class="choices">
        <input type="hidden" name="workspace" value={workspace} />
        <input type="hidden" name="user_id" value={member.user_id} />
        <Link class="button quiet" to={`/members?workspace=${workspace}`}>
          {say('members.keep')}
        </Link>
        <button type="submit" class="quiet bad" name="action" value="remove">
          {say('members.remove_named', { name: member.name })}
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
  const { say } = useWords()
  if (invitations.length === 0 && !problem) return null
  return (
    <section aria-labelledby="invitations">
      <h2 id="invitations">{say('members.invitations')}</h2>
      <ErrorSummary problem={problem} labels={LABELS} />
      <ul class="rows">
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            {...invitation}
            workspace={workspace}
            isOver={invitation.expires_at <= now}
          />
        ))}
      </ul>
    </section>
  )
}

interface InvitationRowProps extends InvitationOf {
  workspace: string
  isOver: boolean
}

function InvitationRow({ id, email, role, invited_by, expires_at, workspace, isOver }: InvitationRowProps) {
  const words = useWords()
  const { say } = words
  const sent = { name: invited_by, time: dayAndTime(words, expires_at) }
  return (
    <li>
      <div>
        <strong>{email}</strong> <span class="badge">{roleName(words, role)}</span>
        <p class="soft small">{isOver ? say('members.ended', sent) : say('members.good_until', sent)}</p>
      </div>
      <Form action="/members">
        <input type="hidden" name="workspace" value={workspace} />
        <input type="hidden" name="id" value={id} />
        <ActionButton action="resend" label={say('members.new_link_for', { email })}>
          {say('members.new_link')}
        </ActionButton>
        <ActionButton action="revoke" label={say('members.take_back_of', { email })} bad>
          {say('members.take_back')}
        </ActionButton>
      </Form>
    </li>
  )
}

interface InviteProps extends Shared {
  typed: FormFields
  /** Whether the instance sends mail. */
  sends: boolean
}

export function InviteSection({ workspace, typed, sends, problem }: InviteProps) {
  const words = useWords()
  const { say } = words
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">{say('members.invite')}</h2>
      <p class="soft">{say(sends ? 'members.invite_by_mail' : 'members.invite_by_hand')}</p>
      <ErrorSummary problem={problem} labels={LABELS} />
      <Form action="/members">
        <input type="hidden" name="action" value="invite" />
        <input type="hidden" name="workspace" value={workspace} />
        <EmailField autocomplete="off" value={typed.email} problem={problem} />
        <Choice
          name="role"
          label={LABELS.role}
          options={roleChoices(words)}
          value={typed.role ?? 'editor'}
          problem={problem}
        />
        <LongText
          name="message"
          label={LABELS.message}
          hint="fields.optional"
          value={typed.message}
          problem={problem}
        />
        <button type="submit">{say('members.make_invitation')}</button>
      </Form>
    </section>
  )
}

interface TransferProps extends Shared {
  members: Members
  chosen: string | undefined
}

export function TransferSection({ workspace, members, chosen, problem }: TransferProps) {
  const { say } = useWords()
  const candidates = members.filter(({ role }) => role !== 'owner')
  if (candidates.length === 0) return null
  return (
    <section aria-labelledby="transfer">
      <h2 id="transfer">{say('members.transfer')}</h2>
      <p class="soft">{say('members.transfer_lead')}</p>
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
        <button type="submit">{say('members.transfer')}</button>
      </Form>
    </section>
  )
}
