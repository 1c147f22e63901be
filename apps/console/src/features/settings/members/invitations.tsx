import { Mail, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { useAct, useAnswer } from '../../../api/use-operation.ts'
import { ActionMenu } from '../../../components/menu.tsx'
import { Answered } from '../../../components/query-view.tsx'
import { toasts } from '../../../components/toast.tsx'
import { useWords } from '../../../i18n/i18n.ts'
import { roleKey } from '../../../i18n/role-key.ts'
import { InvitationLink } from './invite.tsx'

/** Who is invited and has not come yet. */
export function Invitations() {
  const { say, day } = useWords()
  const [url, setUrl] = useState<string>()
  const query = useAnswer('listInvitations', {})
  const resend = useAct('resendInvitation', { onSuccess: ({ data }) => setUrl(data.url) })
  const revoke = useAct('revokeInvitation', { onSuccess: () => toasts.show(say('settings.members.revoked')) })
  return (
    <Answered query={query}>
      {({ data }) =>
        data.length > 0 && (
          <section className="card" aria-labelledby="invited">
            <header>
              <h2 id="invited">{say('settings.members.open_invitations')}</h2>
            </header>
            <ul className="rows">
              {data.map(({ id, email, role, expires_at, invited_by }) => (
                <li key={id}>
                  <Mail className="icon soft" aria-hidden />
                  <div className="grow">
                    <b>{email}</b>
                    <small>
                      {say(
                        Date.parse(expires_at) > Date.now() ? 'settings.members.good_until' : 'settings.members.ended',
                        { day: day(expires_at), name: invited_by },
                      )}
                    </small>
                  </div>
                  <span className="chip">{say(roleKey(role))}</span>
                  <ActionMenu
                    of={email}
                    actions={[
                      { icon: RotateCw, text: say('settings.members.new_link'), run: () => resend.mutate({ id }) },
                      { icon: X, text: say('settings.members.revoke'), danger: true, run: () => revoke.mutate({ id }) },
                    ]}
                  />
                </li>
              ))}
            </ul>
            {url !== undefined && <InvitationLink url={url} onClose={() => setUrl(undefined)} />}
          </section>
        )
      }
    </Answered>
  )
}
