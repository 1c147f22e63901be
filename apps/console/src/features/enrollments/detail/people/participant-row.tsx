import { Link2, RefreshCw, Trash2, UserCog } from 'lucide-react'
import { useState } from 'react'
import type { Data, Item } from '../../../../api/operations.ts'
import { useOperationMutation } from '../../../../api/use-operation.ts'
import { Avatar } from '../../../../components/avatar.tsx'
import { contactName } from '../../../../components/contact-name.ts'
import { copyText } from '../../../../components/copy.tsx'
import { Confirm } from '../../../../components/dialog/confirm.tsx'
import { ActionMenu } from '../../../../components/menu.tsx'
import { toasts } from '../../../../components/toast.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { Link } from '../../../../workspace/link.tsx'
import { LastActive } from './last-active.tsx'
import type { Role } from './use-roles.ts'

type Participant = Item<'listParticipants'>

interface ParticipantRowProps {
  participant: Participant
  participants: readonly Participant[]
  enrollment: Data<'getEnrollment'>
  roles: readonly Role[]
  /** Whether the member can change it. */
  may: boolean
}

/** A participant with the role, who invited, and the last activity. */
export function ParticipantRow({ participant, participants, enrollment, roles, may }: ParticipantRowProps) {
  const { t } = useI18n()
  const [asking, setAsking] = useState<'remove' | 'renew'>()
  const { contact_id, role_id, url, last_activity_at } = participant
  const name = contactName(participant)
  const place = { id: enrollment.id, participant_id: participant.id }
  const update = useOperationMutation('updateParticipant')
  const role = roles.find(({ id }) => id === role_id)
  const inviter = inviterOf(participant, participants, enrollment)
  const copy = async (text: string) =>
    toasts.show(t((await copyText(text)) ? 'people.copied' : 'common.not_copied', { name }))
  const setRole = (id: string | null) => update.mutate({ ...place, role_id: id })
  const details = [role?.name, inviter && t('people.invited_by', { name: inviter })].filter(Boolean)
  return (
    <li>
      <Avatar name={name} />
      <div className="grow">
        <Link to={`/contacts/${contact_id}`}>{name}</Link>
        <small>{details.join(', ') || t('people.no_role')}</small>
      </div>
      <LastActive at={last_activity_at} />
      {may && (
        <ActionMenu
          of={name}
          actions={[
            url !== null && { icon: Link2, text: t('enrollment.copy_link'), run: () => void copy(url) },
            ...roles
              .filter(({ id }) => id !== role_id)
              .map(({ id, name: other }) => ({
                icon: UserCog,
                key: id,
                text: t('people.make', { role: other }),
                run: () => setRole(id),
              })),
            role !== undefined && {
              icon: UserCog,
              text: t('people.take_role', { role: role.name }),
              run: () => setRole(null),
            },
            { icon: RefreshCw, text: t('people.new_link'), run: () => setAsking('renew') },
            { icon: Trash2, text: t('people.remove'), danger: true, run: () => setAsking('remove') },
          ]}
        />
      )}
      {asking && <Asked what={asking} name={name} place={place} onClose={() => setAsking(undefined)} />}
    </li>
  )
}

interface AskedProps {
  what: 'remove' | 'renew'
  name: string
  place: { id: string; participant_id: string }
  onClose(): void
}

/** What ends a link is asked about first. */
function Asked({ what, name, place, onClose }: AskedProps) {
  const { t } = useI18n()
  const remove = useOperationMutation('deleteParticipant', {
    shown: true,
    onSuccess: () => toasts.show(t('people.removed', { name })),
  })
  const renew = useOperationMutation('renewParticipantLink', {
    shown: true,
    async onSuccess({ data: { url } }) {
      toasts.show(t(url && (await copyText(url)) ? 'people.renewed_copied' : 'people.renewed', { name }))
    },
  })
  const isRemoving = what === 'remove'
  return (
    <Confirm
      title={t(isRemoving ? 'people.remove_title' : 'people.new_link_title', { name })}
      action={t(isRemoving ? 'people.remove' : 'people.new_link')}
      danger={isRemoving}
      onClose={onClose}
      run={() => (isRemoving ? remove.mutateAsync(place) : renew.mutateAsync(place))}
    >
      {t(isRemoving ? 'people.remove_text' : 'people.new_link_text')}
    </Confirm>
  )
}

/** The name of the contact who invited a participant; undefined for members and programs. */
function inviterOf(
  { invited_by }: Participant,
  participants: readonly Participant[],
  { contact }: Data<'getEnrollment'>,
): string | undefined {
  if (invited_by === 'contact') return contactName(contact)
  const inviter = participants.find(({ id }) => invited_by === `participant ${id}`)
  return inviter && contactName(inviter)
}
