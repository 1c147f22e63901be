import { type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { CallError } from '../../../../api/error.ts'
import { WorkspaceId } from '../../../../api/workspace-id.ts'
import type { Draft } from '../../draft/draft.ts'
import { callForPreview, type Look, previewHome } from './call-preview.ts'
import { isIn, isShown, nextPath, stepPath } from './paths.ts'
import { followActs, putPage } from './put-page.ts'

const PAUSE_MS = 250
const AGAIN_MS = 5000

interface Previewing {
  id: string
  draft: Draft
  /** The step that is being written. */
  open: string | undefined
  look: Look
}

/** Keeps a frame at the page of a guide that is being written, as a contact would see it now. */
export function usePreview(frame: RefObject<HTMLIFrameElement | null>, { id, draft, open, look }: Previewing) {
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

  useEffect(() => {
    if (loads === 0 || !isIn(draft, path)) return
    const stop = new AbortController()
    const pause = shown.current === path ? PAUSE_MS : 0
    const timer = setTimeout(async () => {
      try {
        const page = await callForPreview(`${home}${path}`, draft, stop.signal)
        const inner = frame.current?.contentDocument
        if (inner && !stop.signal.aborted) putPage(inner, page, shown.current === path)
        shown.current = path
        setFault(undefined)
        setReady(true)
      } catch (error) {
        if (stop.signal.aborted) return
        setFault(error instanceof CallError && [404, 422].includes(error.status) ? 'behind' : 'lost')
      }
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [frame, home, path, draft, loads])

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
