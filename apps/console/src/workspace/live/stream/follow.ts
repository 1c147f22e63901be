import { openLine } from '../../../api/call.ts'
import type { Told } from './changes.ts'
import { keepLine } from './connection.ts'

interface FollowOptions {
  workspace: string
  onTold(told: Told): void
  onState(isOpen: boolean): void
  onEnd(): void
}

/** What the window that has the line passes on to the others. */
type Passed = { told: Told } | { isOpen: boolean } | { ended: true }

/**
 * Follows what happens while the window can be seen. One line serves all windows of a browser, which has few of them: whoever
 * has the lock keeps it, and passes on what it is told. Where there are no locks, each window has its own.
 * @returns stops
 */
export function followChanges({ workspace, onTold, onState, onEnd }: FollowOptions): () => void {
  const name = `handrail changes ${workspace}`
  const channel = new BroadcastChannel(name)
  let cursor: string | undefined
  let leading: AbortController | undefined

  function take(passed: Passed): void {
    if ('isOpen' in passed) onState(passed.isOpen)
    else if ('ended' in passed) onEnd()
    else {
      cursor = passed.told.cursor ?? cursor
      onTold(passed.told)
    }
  }

  function tell(passed: Passed): void {
    channel.postMessage(passed)
    take(passed)
  }

  function lead(signal: AbortSignal): Promise<void> {
    return keepLine({
      open: (from) => openLine(workspace, from),
      cursor: () => cursor,
      onTold: (told) => {
        // What the server does not know any more is not asked again.
        if (!told.complete) cursor = undefined
        tell({ told })
      },
      onState: (isOpen) => tell({ isOpen }),
      onEnd: () => tell({ ended: true }),
      signal,
    })
  }

  function look(): void {
    const isVisible = document.visibilityState === 'visible'
    if (isVisible === (leading !== undefined)) return
    leading?.abort()
    leading = isVisible ? new AbortController() : undefined
    if (!leading) return
    const { signal } = leading
    // Once it is given up, whoever waited for the lock has an error that says so.
    if ('locks' in navigator) navigator.locks.request(name, { signal }, () => lead(signal)).catch(() => undefined)
    else void lead(signal)
  }

  channel.onmessage = ({ data }: MessageEvent<Passed>) => leading && take(data)
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    leading?.abort()
    channel.close()
  }
}
