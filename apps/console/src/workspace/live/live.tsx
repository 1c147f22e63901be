import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { session } from '../../api/session.ts'
import { WorkspaceId } from '../../api/workspace-id.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { ChangeListeners, createListeners } from './listeners.ts'
import { createRefresh } from './refresh.ts'
import { type ChangeBatch, UNKNOWN_CHANGES } from './stream/changes.ts'
import { followChanges } from './stream/follow.ts'
import './live.css'

/** A connection that is back within this time is not reported as lost. */
const GRACE_MS = 5000
/** The interval of refreshing without a connection. */
const POLL_MS = 30_000

/** Keeps the queries of a workspace up to date with changes of others, and shows a note while it cannot. */
export function Live({ children }: { children: ReactNode }) {
  const { t } = useI18n()
  const [{ notify, subscribe }] = useState(createListeners)
  const isOpen = useChanges(notify)
  const [isDisconnected, setDisconnected] = useState(false)
  useEffect(() => {
    if (isOpen) return setDisconnected(false)
    const timer = setTimeout(() => setDisconnected(true), GRACE_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  return (
    <>
      <ChangeListeners value={subscribe}>{children}</ChangeListeners>
      <p role="status" className={isDisconnected ? 'out-of-touch' : 'unseen'}>
        {isDisconnected && (
          <>
            <CloudOff className="icon" aria-hidden />
            {t('frame.out_of_touch')}
          </>
        )}
      </p>
    </>
  )
}

/** Follows the changes of the workspace. @returns whether it is connected */
function useChanges(notify: (changes: ChangeBatch) => void): boolean {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(true)
  const { renewals } = useSyncExternalStore(session.subscribe, session.state)
  // A stream ends with its session; there is another one after signing in again.
  useEffect(() => {
    if (workspace === undefined) return
    const refresh = createRefresh(client, workspace)
    const stop = followChanges({
      workspace,
      onChanges(changes) {
        notify(changes)
        refresh.add(changes)
      },
      onState: setOpen,
      // The server also closes it when the session ends or the role changes.
      onEnd: () => void client.invalidateQueries({ queryKey: [workspace, 'getOwnMembership'] }),
    })
    return () => {
      stop()
      refresh.stop()
    }
  }, [client, workspace, notify, renewals])
  useEffect(() => {
    if (isOpen || workspace === undefined) return
    const refresh = createRefresh(client, workspace)
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh.add(UNKNOWN_CHANGES), POLL_MS)
    return () => {
      clearInterval(timer)
      refresh.stop()
    }
  }, [client, workspace, isOpen])
  return isOpen
}
