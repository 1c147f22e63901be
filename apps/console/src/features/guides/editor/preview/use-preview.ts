import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { CallError } from '../../../../api/error.ts'
import { WorkspaceId } from '../../../../api/workspace-id.ts'
import type { Draft } from '../../draft/draft.ts'
import { callForPreview, type Look, previewHome } from './call-preview.ts'
import { isIn, isShown, nextPath, stepPath } from './paths.ts'
import { followActs, putPage } from './put-page.ts'

const PAUSE_MS = 250
/** While somebody types steadily, the preview is this much behind at most, and the time of a request. */
const MAX_WAIT_MS = 1500
const AGAIN_MS = 5000

interface Previewing {
  id: string
  draft: Draft
  /** The step that is being written. */
  open: string | undefined
  look: Look
  /** The role of the contact who sees it; undefined for the primary contact. */
  role_id?: string | undefined
}

/** Keeps a frame at the page of a guide that is being written, as a contact would see it now. */
export function usePreview(frame: RefObject<HTMLIFrameElement | null>, { id, draft, open, look, role_id }: Previewing) {
  const workspace = useContext(WorkspaceId) ?? ''
  const home = previewHome({ workspace, id, look })
  const [path, setPath] = useState(() => stepPath(open))
  // How often there was something to be put in anew: the frame was loaded, or somebody answers again.
  const [loads, setLoads] = useState(0)
  const [isReady, setReady] = useState(false)
  const [fault, setFault] = useState<'behind' | 'lost'>()
  const shown = useRef<string>(undefined)
  // The listeners in the frame outlive one render.
  const latest = useRef({ draft, path })
  latest.current = { draft, path }

  // The draft is shown as it is in the editor.
  useEffect(() => {
    if (draft) setPath((before) => (before.startsWith('/steps/') || open === undefined ? stepPath(open) : before))
  }, [draft, open])
  useEffect(() => setPath(stepPath(open)), [open])

  // Requests for another page are of no use; those for the same page are, although somebody types on.
  const requests = useRef(new AbortController())
  useEffect(() => {
    const own = new AbortController()
    requests.current = own
    return () => own.abort()
  }, [home, path])
  const since = useRef<number>(undefined)
  const order = useRef({ sent: 0, shown: 0 })
  useEffect(() => {
    if (loads === 0 || !isIn(draft, path)) return
    const { signal } = requests.current
    const show = async () => {
      since.current = undefined
      const number = ++order.current.sent
      try {
        const page = await callForPreview(`${home}${path}`, { ...draft, role_id }, signal)
        const inner = frame.current?.contentDocument
        if (!inner || signal.aborted || number < order.current.shown) return
        order.current.shown = number
        putPage(inner, page, shown.current === path)
        shown.current = path
        setFault(undefined)
        setReady(true)
      } catch (error) {
        if (signal.aborted) return
        setFault(error instanceof CallError && [404, 422].includes(error.status) ? 'behind' : 'lost')
      }
    }
    since.current ??= Date.now()
    const typed = Math.max(0, Math.min(PAUSE_MS, since.current + MAX_WAIT_MS - Date.now()))
    const timer = setTimeout(show, shown.current === path ? typed : 0)
    return () => clearTimeout(timer)
  }, [frame, home, path, draft, role_id, loads])

  const isLost = fault === 'lost'
  useEffect(() => {
    if (!isLost) return
    const again = () => setLoads((before) => before + 1)
    const timer = setInterval(again, AGAIN_MS)
    window.addEventListener('online', again)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', again)
    }
  }, [isLost])

  function onLoad(): void {
    const inner = frame.current?.contentDocument
    if (!inner) return
    followActs(inner, home, {
      onLink: (to) => isShown(to) && setPath(to),
      onDone: () => setPath(nextPath(latest.current.draft, latest.current.path)),
    })
    // What a step embeds was asked for, and stays until something is written.
    if (inner.location.search === '') setLoads((before) => before + 1)
    shown.current = undefined
  }
  return { src: home, isReady, fault, onLoad }
}
