import { GRANTABLE_ROLES } from '@handrail/core/contract'
import { Crown, Plus, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { Item } from '../../../api/operations.ts'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { ActionMenu } from '../../../components/menu.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { roleKey } from '../../../i18n/role-key.ts'
import { useWorkspace } from '../../../workspace/workspace.ts'
import { SettingsPage } from '../page.tsx'
import { Invitations } from './invitations.tsx'
import { InviteDialog } from './invite.tsx'
import { TransferDialog } from './transfer.tsx'
import { UnassignedMail } from './unassigned-mail.tsx'

type Member = Item<'listMembers'>

/** The page of members, their roles, and invitations. */
export function MembersPage() {
  const { t } = useI18n()
  const { account } = useWorkspace()
  const [inviting, setInviting] = useState(false)
  const query = useOperation('listMembers', {})
  const invite = (
    <Button look="main" onClick={() => setInviting(true)}>
      <Plus className="icon" aria-hidden />
      {t('settings.members.invite')}
    </Button>
  )
  return (
    <SettingsPage title={t('settings.members.title')} lead={t('settings.members.lead')} actions={invite}>
      <div className="stack">
        <QueryView query={query}>
          {({ data }) => (
            <>
              <ul className="card rows">
                {data.map((member) => (
                  <MemberRow key={member.user_id} member={member} />
                ))}
              </ul>
              {data
                .filter(({ user_id }) => user_id === account.id)
                .map(({ user_id, gets_unassigned_mail }) => (
                  <UnassignedMail key={user_id} isOn={gets_unassigned_mail} />
                ))}
            </>
          )}
        </QueryView>
        <Invitations />
      </div>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </SettingsPage>
  )
}

function MemberRow({ member: { user_id, name, email, role, second_factor_since } }: { member: Member }) {
  const { t } = useI18n()
  const { account, rights } = useWorkspace()
  const [open, setOpen] = useState<'remove' | 'transfer'>()
  const change = useOperationMutation('changeMemberRole', { onSuccess: () => toasts.show(t('common.saved')) })
  const remove = useOperationMutation('removeMember', { shown: true })
  const isOwner = role === 'owner'
  const choose = (value: string) => {
    const chosen = GRANTABLE_ROLES.find((one) => one === value)
    if (chosen) change.mutate({ user_id, role: chosen })
  }
  return (
    <li>
      <Avatar name={name} />
      <div className="grow">
        <b>{name}</b> {user_id === account.id && <span className="chip line">{t('settings.members.you')}</span>}
        <small>{email}</small>
      </div>
      <span className={second_factor_since ? 'chip good' : 'chip line'}>
        {t(second_factor_since ? 'settings.members.second_factor' : 'settings.members.no_second_factor')}
      </span>
      {isOwner ? (
        <span className="chip">{t(roleKey(role))}</span>
      ) : (
        <select
          className="input role"
          aria-label={t('settings.members.role_of', { name })}
          value={role}
          onChange={(event) => choose(event.target.value)}
        >
          {GRANTABLE_ROLES.map((one) => (
            <option key={one} value={one}>
              {t(`role.${one}`)}
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
              text: t('settings.members.transfer'),
              run: () => setOpen('transfer'),
            },
          !isOwner && {
            icon: UserMinus,
            text: t('settings.members.remove'),
            danger: true,
            run: () => setOpen('remove'),
          },
        ]}
      />
      {open === 'transfer' && <TransferDialog user_id={user_id} name={name} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && (
        <Confirm
          title={t('settings.members.remove_title', { name })}
          action={t('settings.members.remove')}
          onClose={() => setOpen(undefined)}
          run={() => remove.mutateAsync({ user_id })}
        >
          {t('settings.members.remove_text')}
        </Confirm>
      )}
    </li>
  )
}
