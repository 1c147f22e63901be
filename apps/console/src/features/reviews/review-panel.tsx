import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import type { Data } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { contactName } from '../../components/contact-name.ts'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { useOrganisationName } from '../../components/organisation/organisation-name.tsx'
import { QueryPending } from '../../components/query-view.tsx'
import { useI18n } from '../../i18n/i18n.ts'
import type { Submission } from './compare.ts'
import type { ReviewDraft } from './draft.ts'
import { keyOf, type ReviewPlace } from './place.ts'
import { reviewedStep } from './reviewed-step.ts'
import { ShownReview } from './shown-review.tsx'
import './review.css'

interface ReviewPanelProps {
  at: ReviewPlace
  waiting: readonly ReviewPlace[]
  draft: ReviewDraft
  onDraft(draft: ReviewDraft): void
  onGo(place: ReviewPlace | undefined): void
  onClose(): void
}

/** What a customer has sent in a step, round by round, with the decision on it. */
export function ReviewPanel({ at, waiting, draft, onDraft, onGo, onClose }: ReviewPanelProps) {
  const { t } = useI18n()
  const { enrollment_id: id, step_id } = at
  const enrollment = useOperation('getEnrollment', { id })
  const plan = useOperation('getEnrollmentSteps', { id })
  const sent = useOperation('listSubmissions', { id, step_id, per_page: 100 })
  const step = reviewedStep(plan.data?.data, step_id)
  const rounds = (sent.data?.data ?? []).toSorted((one, other) => other.round - one.round)
  const [latest] = rounds
  const key = keyOf(at)
  /** What is kept of an earlier visit is only shown once it was requested again: it may have been sent again since. */
  const [opened, setOpened] = useState<string>()
  if (opened !== key && sent.data && !sent.isFetching) setOpened(key)
  const index = waiting.findIndex((one) => keyOf(one) === key)
  const others = waiting.toSpliced(index, index < 0 ? 0 : 1)
  const person = (submission: Submission) => senderOf(submission, enrollment.data?.data) ?? t('review.former')
  const organisation = useOrganisationName(enrollment.data?.data.contact.organisation_id ?? null)
  return (
    <Dialog
      title={step?.title ?? t('review.title')}
      panel
      onClose={onClose}
      head={
        <>
          <div className="grow review-head">
            <b aria-hidden>{step?.title ?? t('review.title')}</b>
            <small>
              {organisation && latest && `${organisation}, `}
              {latest && <Sent latest={latest} name={person(latest)} />}
            </small>
          </div>
          {index >= 0 && waiting.length > 1 && (
            <div className="row review-place">
              <span className="soft">{t('review.place', { at: index + 1, count: waiting.length })}</span>
              <Go to={waiting[index - 1]} label={t('review.previous')} icon={ChevronUp} onGo={onGo} />
              <Go to={waiting[index + 1]} label={t('review.next')} icon={ChevronDown} onGo={onGo} />
            </div>
          )}
        </>
      }
    >
      {enrollment.data && step && opened === key ? (
        latest ? (
          <ShownReview
            key={key}
            facts={{ enrollment: enrollment.data.data, step, latest, rounds, person }}
            draft={draft}
            onDraft={onDraft}
            refresh={() => Promise.all([sent.refetch(), plan.refetch()])}
            onDecided={() => onGo(others[index] ?? others[0])}
          />
        ) : (
          <p className="body soft">{t('review.none')}</p>
        )
      ) : (
        <div className="body">
          <QueryPending queries={[enrollment, plan, sent]} />
        </div>
      )}
    </Dialog>
  )
}

interface GoProps {
  to: ReviewPlace | undefined
  label: string
  icon: typeof ChevronUp
  onGo(place: ReviewPlace): void
}

function Go({ to, label, icon: Icon, onGo }: GoProps) {
  return (
    <Button square aria-label={label} aria-disabled={to ? undefined : true} onClick={() => to && onGo(to)}>
      <Icon className="icon" aria-hidden />
    </Button>
  )
}

/** How much was sent, by whom and when. */
function Sent({ latest, name }: { latest: Submission; name: string }) {
  const { t, time, dayTime } = useI18n()
  const { files, answers, submitted_at } = latest
  const isToday = new Date(submitted_at).toDateString() === new Date().toDateString()
  const what = answers
    ? t('review.answers', { count: Object.keys(answers).length })
    : t('review.files', { count: files.length })
  const when = isToday ? t('review.today_at', { time: time(submitted_at) }) : dayTime(submitted_at)
  return t('review.sent', { what, name, when })
}

function senderOf({ participant_id, participant_name }: Submission, enrollment: Data<'getEnrollment'> | undefined) {
  if (participant_id !== null) return participant_name
  return enrollment ? contactName(enrollment.contact) : ''
}
