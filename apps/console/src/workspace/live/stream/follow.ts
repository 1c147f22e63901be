import { openChangeStream } from '../../../api/call.ts'
import type { ChangeBatch } from './changes.ts'
import { keepConnected } from './connection.ts'

interface FollowOptions {
  workspace: string
  onChanges(changes: ChangeBatch): void
  onState(isOpen: boolean): void
  onEnd(): void
}

/** A message from the tab with the connection to the other tabs. */
type TabMessage = { changes: ChangeBatch } | { isOpen: boolean } | { ended: true }

/**
 * Follows the changes of a workspace while the tab is visible. One connection serves all tabs, since browsers limit connections
 * to a server: the tab that holds the Web Lock keeps it and broadcasts to the others. Without Web Locks each tab has its own.
 * @returns stops following
 */
export function followChanges({ workspace, onChanges, onState, onEnd }: FollowOptions): () => void {
  const name = `handrail changes ${workspace}`
  const channel = new BroadcastChannel(name)
  let cursor: string | undefined
  let leading: AbortController | undefined

  function receive(message: TabMessage): void {
    if ('isOpen' in message) onState(message.isOpen)
    else if ('ended' in message) onEnd()
    else {
      cursor = message.changes.cursor ?? cursor
      onChanges(message.changes)
    }
  }

  function broadcast(message: TabMessage): void {
    channel.postMessage(message)
    receive(message)
  }

  function lead(signal: AbortSignal): Promise<void> {
    return keepConnected({
      open: (from) => openChangeStream(workspace, from),
      cursor: () => cursor,
      onChanges: (changes) => {
        // The server no longer has the events after this cursor.
        if (!changes.complete) cursor = undefined
        broadcast({ changes })
      },
      onState: (isOpen) => broadcast({ isOpen }),
      onEnd: () => broadcast({ ended: true }),
      signal,
    })
  }

  function onVisibilityChange(): void {
    const isVisible = document.visibilityState === 'visible'
    if (isVisible === (leading !== undefined)) return
    leading?.abort()
    leading = isVisible ? new AbortController() : undefined
    if (!leading) return
    const { signal } = leading
    // An aborted request for the lock rejects.
    if ('locks' in navigator) navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => undefined)
    else void lead(signal)
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => leading && receive(data)
  document.addEventListener('visibilitychange', onVisibilityChange)
  onVisibilityChange()
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange)
    leading?.abort()
    channel.close()
  }
}
