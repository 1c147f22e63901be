import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { WorkspaceId } from '../../api/workspace-id.ts'
import { useWords } from '../../i18n/i18n.ts'
import { type Hear, Hearing } from './listeners.ts'
import { createRefresh } from './refresh.ts'
import { ANYTHING, type Told } from './stream/changes.ts'
import { followChanges } from './stream/follow.ts'
import './live.css'

/** A line that is back within this time was not missed. */
const PATIENCE_MS = 5000
/** How often the page asks anew by itself while there is no line. */
const POLL_MS = 30_000

/** Keeps the page up to date with what others do; it says something only where it cannot. */
export function Live({ children }: { children: ReactNode }) {
  const { say } = useWords()
  const [{ tell, hear }] = useState(createListeners)
  const isOpen = useChanges(tell)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (isOpen) return setAway(false)
    const timer = setTimeout(() => setAway(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  return (
    <>
      <Hearing value={hear}>{children}</Hearing>
      <p role="status" className={isAway ? 'out-of-touch' : 'unseen'}>
        {isAway && (
          <>
            <CloudOff className="icon" aria-hidden />
            {say('frame.out_of_touch')}
          </>
        )}
      </p>
    </>
  )
}

function createListeners(): { tell(told: Told): void; hear: Hear } {
  const listeners = new Set<(told: Told) => void>()
  return {
    tell(told) {
      for (const listener of listeners) listener(told)
    },
    hear(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** @returns whether the server tells what happens */
function useChanges(tell: (told: Told) => void): boolean {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    if (workspace === undefined) return
    const refresh = createRefresh(client, workspace)
    const stop = followChanges({
      workspace,
      onTold(told) {
        tell(told)
        refresh.add(told)
      },
      onState: setOpen,
      // It also ends with the session, and when the role changes.
      onEnd: () => void client.invalidateQueries({ queryKey: [workspace, 'getOwnMembership'] }),
    })
    return () => {
      stop()
      refresh.stop()
    }
  }, [client, workspace, tell])
  useEffect(() => {
    if (isOpen || workspace === undefined) return
    const refresh = createRefresh(client, workspace)
    const timer = setInterval(() => document.visibilityState === 'visible' && refresh.add(ANYTHING), POLL_MS)
    return () => {
      clearInterval(timer)
      refresh.stop()
    }
  }, [client, workspace, isOpen])
  return isOpen
}
