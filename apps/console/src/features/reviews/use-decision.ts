import { useRef, useState } from 'react'
import { CallError } from '../../api/error.ts'
import { useFault } from '../../api/fault.ts'
import type { Data } from '../../api/operations.ts'
import { useOperationMutation } from '../../api/use-operation.ts'
import { toasts } from '../../components/toast.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import { doneSince, type Submission } from './compare.ts'
import type { Decision } from './decision-bar.tsx'
import { carriedOver, EMPTY_DRAFT, isEmptyDraft, type ReviewDraft, unwritten } from './draft.ts'
import type { ReviewedStep } from './reviewed-step.ts'

interface Deciding {
  enrollment: Pick<Data<'getEnrollment'>, 'id'>
  step: ReviewedStep
  latest: Submission
  draft: ReviewDraft
  onDraft(draft: ReviewDraft): void
  refresh(): Promise<unknown>
  onDecided(): void
}

/** Decides on the submission that the member has seen: another one only after it was looked at. */
export function useDecision({ enrollment, step, latest, draft, onDraft, refresh, onDecided }: Deciding) {
  const { t } = useI18n()
  const form = useRef<HTMLFormElement>(null)
  const [seen, setSeen] = useState((isEmptyDraft(draft) ? undefined : draft.about) ?? latest)
  const [mail, setMail] = useState<'daily' | 'now'>('daily')
  const [tried, setTried] = useState(false)
  const review = useOperationMutation('reviewSubmission', {
    shown: true,
    onSuccess(_answer, { decision }) {
      toasts.show(t(decision === 'accept' ? 'review.is_accepted' : 'review.is_asked', { step: step.title }))
      onDraft(EMPTY_DRAFT)
      onDecided()
    },
  })
  const fault = useFault(review.error)
  const meanwhile = doneSince(seen, latest)
  const count = Object.keys(draft.notes).length
  const isBlank = count === 0 && draft.note.trim() === ''
  /** A note that is still to be written gets the focus instead. */
  const press = (decision: Decision) => {
    if (review.isPending || meanwhile) return
    if (decision === 'request_changes' && (isBlank || unwritten(draft).length > 0)) {
      setTried(true)
      return focusUnwritten(form.current)
    }
    const place = { id: enrollment.id, submission_id: seen.id, revision: seen.revision, note: draft.note.trim() }
    const given = decision === 'accept' ? place : { ...place, notes: draft.notes, mail }
    const onError = (error: unknown) => error instanceof CallError && error.status === 409 && void refresh()
    review.mutate({ ...given, decision }, { onError })
  }
  const goOn = () => {
    onDraft({ ...carriedOver(draft, seen, latest), about: latest })
    setSeen(latest)
  }
  const write = (next: ReviewDraft) => onDraft({ ...next, about: seen })
  return { form, meanwhile, tried, count, isBlank, mail, setMail, busy: review.isPending, press, goOn, write, fault }
}

function focusUnwritten(form: HTMLFormElement | null): void {
  const fields = form?.querySelectorAll<HTMLTextAreaElement>('.marked textarea, .whole textarea') ?? []
  Array.from(fields)
    .find(({ value }) => value.trim() === '')
    ?.focus()
}
