import { GRANTED_ROLES } from '@handrail/core/contract'
import { Crown, Plus, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../api/operations.ts'
import { useAct, useAnswer } from '../../../api/use-operation.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { ActionMenu } from '../../../components/menu.tsx'
import { Answered } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { roleKey } from '../../../i18n/role-key.ts'
import { useHere } from '../../../workspace/workspace.ts'
import { SettingsPage } from '../page.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite.tsx'
import { TransferDialog } from './transfer.tsx'

type Member = Item<'listMembers'>

/** Who belongs to the workspace, what they may do, and who is invited. */
export function MembersPage() {
  const { say } = useWords()
  const [inviting, setInviting] = useState(false)
  const query = useAnswer('listMembers', {})
  const invite = (
    <Button look="main" onClick={() => setInviting(true)}>
      <Plus className="icon" aria-hidden />
      {say('settings.members.invite')}
    </Button>
  )
  return (
    <SettingsPage title={say('settings.members.title')} lead={say('settings.members.lead')} actions={invite}>
      <div className="stack">
        <Answered query={query}>
          {({ data }) => (
            <ul className="card rows">
              {data.map((member) => (
                <MemberRow key={member.user_id} member={member} />
              ))}
            </ul>
          )}
        </Answered>
        <Invitations />
      </div>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </SettingsPage>
  )
}

function MemberRow({ member: { user_id, name, email, role, second_factor_since } }: { member: Member }) {
  const { say } = useWords()
  const { account, rights } = useHere()
  const [open, setOpen] = useState<'remove' | 'transfer'>()
  const change = useAct('changeMemberRole', { onSuccess: () => toasts.show(say('common.saved')) })
  const remove = useAct('removeMember', { shown: true })
  const isOwner = role === 'owner'
  const choose = (value: string) => {
    const chosen = GRANTED_ROLES.find((one) => one === value)
    if (chosen) change.mutate({ user_id, role: chosen })
  }
  return (
    <li>
      <Avatar name={name} />
      <div className="grow">
        <b>{name}</b> {user_id === account.id && <span className="chip line">{say('settings.members.you')}</span>}
        <small>{email}</small>
      </div>
      <span className={second_factor_since ? 'chip good' : 'chip line'}>
        {say(second_factor_since ? 'settings.members.second_factor' : 'settings.members.no_second_factor')}
      </span>
      {isOwner ? (
        <span className="chip">{say(roleKey(role))}</span>
      ) : (
        <select
          className="input role"
          aria-label={say('settings.members.role_of', { name })}
          value={role}
          onChange={(event) => choose(event.target.value)}
        >
          {GRANTED_ROLES.map((one) => (
            <option key={one} value={one}>
              {say(`role.${one}`)}
            </option>
          ))}
        </select>
      )}
      <ActionMenu
        of={name}
        actions={[
          !isOwner &&
            rights.has('workspace:manage') && {
              icon: Crown,
              text: say('settings.members.transfer'),
              run: () => setOpen('transfer'),
            },
          !isOwner && {
            icon: UserMinus,
            text: say('settings.members.remove'),
            danger: true,
            run: () => setOpen('remove'),
          },
        ]}
      />
      {open === 'transfer' && <TransferDialog user_id={user_id} name={name} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && (
        <Confirm
          title={say('settings.members.remove_title', { name })}
          action={say('settings.members.remove')}
          onClose={() => setOpen(undefined)}
          run={() => remove.mutateAsync({ user_id })}
        >
          {say('settings.members.remove_text')}
        </Confirm>
      )}
    </li>
  )
}
