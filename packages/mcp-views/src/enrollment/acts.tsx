import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useShown, useWords } from '../app/shown.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { OpenLink } from '../parts/open-link.tsx'
import { Remind } from '../parts/remind.tsx'
import { Reply } from '../parts/reply.tsx'
import { CopyLink } from './copy-link.tsx'
import { Extend } from './extend.tsx'
import { type History, type ShownDetail, waitsForReview } from './records.ts'
import { Review } from './review.tsx'
import { ENROLLMENT } from './words.ts'

export type Act = 'remind' | 'answer' | 'review' | 'extend'

interface ActsProps {
  data: History['data']
  detail: ShownDetail | undefined
  act: Act | undefined
  setAct(act: Act | undefined): void
}

/** What can be done about the whole enrollment, one thing at a time. */
export function Acts({ data, detail, act, setAct }: ActsProps) {
  const { host, common, refresh } = useShown()
  const words = useWords(ENROLLMENT)
  const [done, setDone] = useState<string>()
  const part = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // What had the focus is gone.
    if (done !== undefined) part.current?.focus()
  }, [done])
  const { enrollment_id, contact_name: name, guide_title: guide } = data
  // A step that was sent has a button of its own.
  const isShownAsStep = data.open_steps?.some(({ state }) => state === 'submitted')
  const isOpen = data.status === 'invited' || data.status === 'in_progress'

  const start = (next: Act) => () => {
    setDone(undefined)
    setAct(act === next ? undefined : next)
  }
  const close = () => setAct(undefined)
  const finish = (words: string) => () => {
    setAct(undefined)
    setDone(words)
    void refresh()
  }
  return (
    <div className="part" tabIndex={-1} ref={part}>
      <div className="row wrap">
        {host.calls && waitsForReview(data.happened) && !isShownAsStep && (
          <Button kind="main" onClick={start('review')} expanded={act === 'review'}>
            <Icon name="review" />
            {words.review}
          </Button>
        )}
        {host.calls && (
          <Button onClick={start('answer')} expanded={act === 'answer'}>
            <Icon name="message" />
            {common.answer}
          </Button>
        )}
        {host.calls && isOpen && (
          <Button onClick={start('remind')} expanded={act === 'remind'}>
            <Icon name="bell" />
            {common.remind}
          </Button>
        )}
        {host.calls && canExtend(detail) && (
          <Button onClick={start('extend')} expanded={act === 'extend'}>
            <Icon name="calendar" />
            {detail?.status === 'expired' ? words.reopen : words.extend}
          </Button>
        )}
        {detail?.url && <CopyLink url={detail.url} />}
        <span className="grow" />
        <OpenLink url={data.url} />
      </div>
      {act === 'review' && <Review {...{ enrollment_id }} onDone={finish(words.reviewed)} onCancel={close} />}
      {act === 'answer' && <Reply {...{ enrollment_id }} onDone={finish(words.done.answer)} onCancel={close} />}
      {act === 'remind' && (
        <Remind {...{ enrollment_id, name, guide }} onDone={finish(words.done.remind)} onCancel={close} />
      )}
      {act === 'extend' && (
        <Extend
          {...{ enrollment_id, expires_at: detail?.expires_at ?? null, isExpired: detail?.status === 'expired' }}
          onDone={finish(words.extended)}
          onCancel={close}
        />
      )}
      {done !== undefined && <Notice kind="good">{done}</Notice>}
    </div>
  )
}

/** A link that never expires needs no extension. */
function canExtend(detail: ShownDetail | undefined): boolean {
  return detail?.status === 'expired' || (detail?.status !== 'completed' && detail?.expires_at != null)
}
