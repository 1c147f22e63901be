import { BASE } from '../base-path.ts'
import { CallError } from './error.ts'

/** Where the page that follows signing in announces it to the pages that wait. */
const CHANNEL = 'handrail-session'

/** Whether the session of this page has ended, and what follows: signing in, at once or when the page asks for it. */
function createSession() {
  let keepers = 0
  let state = { hasEnded: false, renewals: 0 }
  const listeners = new Set<() => void>()
  const change = (next: typeof state) => {
    state = next
    for (const listener of listeners) listener()
  }
  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Handles the refusal of a call for want of a session. A page that keeps unsaved text shows it; others lead to sign-in. */
    report(error: unknown) {
      if (!(error instanceof CallError) || error.status !== 401) return
      if (keepers === 0) window.location.assign(signInPath(here()))
      else if (!state.hasEnded) change({ ...state, hasEnded: true })
    },
    /** For a page that keeps unsaved text: an ended session does not leave it. @returns what ends that */
    keepPage() {
      keepers++
      return () => {
        keepers--
      }
    },
    renew: () => change({ hasEnded: false, renewals: state.renewals + 1 }),
  }
}

/** One for the page, shared by all calls. */
export const session = createSession()

/** Opens the sign-in page in a window of its own, or in this one if the browser allows no other. */
export function openSignIn(): void {
  if (!window.open(signInPath('/signed-in'), '_blank', 'popup,width=480,height=720'))
    window.location.assign(signInPath(here()))
}

/** Tells the pages that wait for it that somebody has signed in. */
export function announceSignIn(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('signed_in')
  channel.close()
}

/** Calls back when somebody has signed in elsewhere, and when this window is used again, which may be the reason. */
export function onSignIn(check: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = check
  window.addEventListener('focus', check)
  return () => {
    channel.close()
    window.removeEventListener('focus', check)
  }
}

function here(): string {
  const { pathname, search } = window.location
  return `${pathname.slice(BASE.length)}${search}`
}

function signInPath(back: string): string {
  return `${BASE}/sign-in?return_to=${encodeURIComponent(back)}`
}
