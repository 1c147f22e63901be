import { Mail, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { useOperation, useOperationMutation } from '../../../api/use-operation.ts'
import { ActionMenu } from '../../../components/menu.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { roleKey } from '../../../i18n/role-key.ts'
import { InvitationLink } from './invite.tsx'

/** The open invitations. */
export function Invitations() {
  const { t, day } = useI18n()
  const [url, setUrl] = useState<string>()
  const query = useOperation('listInvitations', {})
  const resend = useOperationMutation('resendInvitation', { onSuccess: ({ data }) => setUrl(data.url) })
  const revoke = useOperationMutation('revokeInvitation', {
    onSuccess: () => toasts.show(t('settings.members.revoked')),
  })
  return (
    <QueryView query={query}>
      {({ data }) =>
        data.length > 0 && (
          <section className="card" aria-labelledby="invited">
            <header>
              <h2 id="invited">{t('settings.members.open_invitations')}</h2>
            </header>
            <ul className="rows">
              {data.map(({ id, email, role, expires_at, invited_by }) => (
                <li key={id}>
                  <Mail className="icon soft" aria-hidden />
                  <div className="grow">
                    <b>{email}</b>
                    <small>
                      {t(
                        Date.parse(expires_at) > Date.now() ? 'settings.members.good_until' : 'settings.members.ended',
                        { day: day(expires_at), name: invited_by },
                      )}
                    </small>
                  </div>
                  <span className="chip">{t(roleKey(role))}</span>
                  <ActionMenu
                    of={email}
                    actions={[
                      { icon: RotateCw, text: t('settings.members.new_link'), run: () => resend.mutate({ id }) },
                      { icon: X, text: t('settings.members.revoke'), danger: true, run: () => revoke.mutate({ id }) },
                    ]}
                  />
                </li>
              ))}
            </ul>
            {url !== undefined && <InvitationLink url={url} onClose={() => setUrl(undefined)} />}
          </section>
        )
      }
    </QueryView>
  )
}
