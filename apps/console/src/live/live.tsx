import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useContext, useEffect, useState } from 'react'
import { WorkspaceId } from '../app/workspace.ts'
import { useWords } from '../words/words.ts'
import { followChanges } from './follow.ts'
import { createRefresh } from './refresh.ts'
import { ANYTHING } from './told.ts'
import './live.css'

/** A line that is back within this time was not missed. */
const PATIENCE_MS = 5000
/** How often the page asks anew by itself while there is no line. */
const POLL_MS = 30_000

/** Keeps the page up to date with what others do; it says something only where it cannot. */
export function Live() {
  const { say } = useWords()
  const isOpen = useChanges()
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (isOpen) return setAway(false)
    const timer = setTimeout(() => setAway(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  return (
    <p role="status" className={isAway ? 'out-of-touch' : 'unseen'}>
      {isAway && (
        <>
          <CloudOff className="icon" aria-hidden />
          {say('frame.out_of_touch')}
        </>
      )}
    </p>
  )
}

/** @returns whether the server tells what happens */
function useChanges(): boolean {
  const workspace = useContext(WorkspaceId)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(true)
  useEffect(() => {
    if (workspace === undefined) return
    const refresh = createRefresh(client, workspace)
    const stop = followChanges({
      workspace,
      onTold: refresh.add,
      onState: setOpen,
      // It also ends with the session, and when the role changes.
      onEnd: () => void client.invalidateQueries({ queryKey: [workspace, 'getOwnMembership'] }),
    })
    return () => {
      stop()
      refresh.stop()
    }
  }, [client, workspace])
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
