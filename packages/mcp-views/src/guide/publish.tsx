import { useLayoutEffect, useRef } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { usePreviewed } from '../app/use-previewed.ts'
import { Button } from '../parts/button.tsx'
import { Notice } from '../parts/notice.tsx'
import { clockText } from '../words/dates.ts'
import type { Publication } from './draft.ts'
import { GUIDE } from './words.ts'

interface PublishProps {
  id: string
  revision: string
  /** The number of the published version: null before the first, undefined while it is not known. */
  version: number | null | undefined
  /** A preview that the model has asked for. */
  shown: Publication | undefined
}

/** Publishes exactly the draft that is shown, once the person has seen what that means. */
export function Publish({ id, revision, version, shown }: PublishProps) {
  const { host, place, refresh, common } = useShown()
  const words = useWords(GUIDE)
  const opened = shown?.confirmation === undefined ? undefined : shown
  const steps = usePreviewed<Publication>('publish_guide', { id, revision }, ({ published }) => published, opened)
  const { state, ask, confirm, reset } = steps
  const main = useRef<HTMLButtonElement>(null)
  const wasAsked = useRef(false)
  useLayoutEffect(() => {
    // A preview of the model is no reason to take the focus.
    if (state.step === 'preview' && wasAsked.current) main.current?.focus()
    if (state.step === 'done') host.tell(`The user published the guide ${id}.`)
  }, [state.step, host, id])

  const start = () => {
    wasAsked.current = true
    return ask()
  }
  if (state.step === 'done') return <Notice kind="good">{words.published(state.data.version_number)}</Notice>
  if (state.step === 'failed')
    return (
      <>
        <Notice kind="bad">{state.failure}</Notice>
        <div className="row">
          <Button onClick={() => refresh().then(reset)}>{common.refresh}</Button>
        </div>
      </>
    )
  if (state.step === 'none' || state.step === 'asking')
    return (
      <Button kind="main" onClick={start} busy={state.step === 'asking'}>
        {version === undefined ? words.publish : words.publish_version((version ?? 0) + 1)}
      </Button>
    )
  const { enrollments_on_their_way, confirm_before } = state.data
  return (
    <div className="panel">
      <h3>{words.publish_title}</h3>
      <p className="soft">{words.on_their_way(enrollments_on_their_way)}</p>
      {confirm_before !== undefined && (
        <p className="soft small">{words.good_until(clockText(place, confirm_before))}</p>
      )}
      <div className="row wrap">
        <Button kind="main" onClick={confirm} busy={state.step === 'doing'} buttonRef={main}>
          {words.publish_now}
        </Button>
        <Button kind="quiet" onClick={reset}>
          {words.leave}
        </Button>
      </div>
    </div>
  )
}
