import { useQueryClient } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../../api/call.ts'
import { onSignIn, openSignIn, session } from '../../../../api/session.ts'
import { Button } from '../../../../components/button.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { useWorkspace } from '../../../../workspace/workspace.ts'

/** The note that the session has ended, with a button to sign in without leaving the text. */
export function SessionNote() {
  const { t } = useI18n()
  const { hasEnded } = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => session.keepPage(), [])
  const another = useRenewal(hasEnded)
  return (
    <div role="alert" className="session-note">
      {hasEnded && (
        <div className="note warn">
          <LogIn className="icon" aria-hidden />
          <div className="grow">
            <b>{t('editor.session_ended')}</b>{' '}
            {another === undefined ? t('editor.signed_out_text') : t('editor.signed_in_as', { name: another })}
          </div>
          <Button onClick={openSignIn}>{t('editor.sign_in')}</Button>
        </div>
      )}
    </div>
  )
}

/** Renews the session of the page once this person has signed in again. @returns the name of somebody else who has */
function useRenewal(hasEnded: boolean): string | undefined {
  const client = useQueryClient()
  const { account } = useWorkspace()
  const [another, setAnother] = useState<string>()
  useEffect(() => {
    if (!hasEnded) return
    const check = () =>
      void call('getAccount', {}, { workspace: undefined }).then(
        ({ value: { data } }) => {
          setAnother(data.id === account.id ? undefined : data.name)
          if (data.id !== account.id) return
          session.renew()
          void client.invalidateQueries()
        },
        // Nobody has signed in yet.
        () => undefined,
      )
    return onSignIn(check)
  }, [hasEnded, account.id, client])
  return another
}
