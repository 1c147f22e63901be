import { queryOf } from '../../pages/visit/handler.ts'
import { Icon } from '../layout/icons.tsx'
import type { StepVisit } from '../steps/step-page.ts'
import { initialsOf } from '../thread/contact-person.ts'
import { isAccepted, isSentBack, isSubmitted, reviewerOf, reviewOf } from './review.ts'

/** What became of what was sent, above the step: it waits for a review, changes are asked for, or it was accepted. */
export function ReviewNote({ visit }: { visit: StepVisit }) {
  const { view, placed, i18n, link } = visit
  const { workspace } = link
  const review = reviewOf(view, placed.step)
  if (isSentBack(view, placed.step)) return <Changes visit={visit} />
  if (isAccepted(view, placed.step)) {
    const day = review?.decided_at ? i18n.shortDay(review.decided_at, workspace.time_zone) : undefined
    return (
      <p class="note">
        <Icon name="check" />{' '}
        <span>
          {day && i18n.t('accepted_on', { workspace: workspace.name, day })}{' '}
          {i18n.t('accepted_closed', { workspace: workspace.name })} {review?.note}
        </span>
      </p>
    )
  }
  if (!isSubmitted(view, placed.step) || !review) return null
  const day = i18n.shortDay(review.submitted_at, workspace.time_zone)
  return (
    <p class="note">
      <Icon name="check" />{' '}
      <span>
        {i18n.t('sent_checks', { day, workspace: workspace.name })} {i18n.t('sent_change')}
      </span>
    </p>
  )
}

/** The note of the member who asks for changes, before everything that was sent. */
function Changes({ visit }: { visit: StepVisit }) {
  const { view, placed, i18n, link, home } = visit
  const review = reviewOf(view, placed.step)
  if (!review) return null
  const name = reviewerOf(review, link)
  const count = Object.keys(review.notes).length
  const { workspace } = link
  return (
    <section class="changes" aria-labelledby="changes">
      <div class="row">
        <span class="initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <div class="grow">
          <b id="changes">{count === 0 ? i18n.t('asks_change', { name }) : i18n.t('asks_changes', { name, count })}</b>
          <small>
            {workspace.name}
            {review.decided_at && `, ${i18n.shortDay(review.decided_at, workspace.time_zone)}`}
          </small>
        </div>
      </div>
      {review.note !== '' && (
        <p class="said" dir="auto">
          {review.note}
        </p>
      )}
      <p>{i18n.t('everything_kept')}</p>
      <a class="ask" href={`${home}/ask?step=${placed.step.id}`}>
        <Icon name="reply" /> {i18n.t('answer_person', { name })}
      </a>
    </section>
  )
}

/** What is to be changed in one place: an answer or a file. */
export function ChangeMark({ note }: { note: string }) {
  return (
    <p class="change">
      <Icon name="reply" /> <span dir="auto">{note}</span>
    </p>
  )
}

const UNCHANGED = 'unchanged'

/** The query of the page that asks whether to send again what was not changed. */
export const UNCHANGED_QUERY = `${UNCHANGED}=1`

/** The name of the button that sends it all the same. */
export const SURE_BUTTON = 'sure'

/** Asks once before the same is sent again. @param form that of the step */
export function Unchanged({ visit, form }: { visit: StepVisit; form: string }) {
  const { request, view, placed, i18n, link } = visit
  const review = reviewOf(view, placed.step)
  if (queryOf(request, UNCHANGED) !== '1' || !review || !isSentBack(view, placed.step)) return null
  return (
    <div class="note bad" role="alert" tabIndex={-1} data-focus>
      <Icon name="alert" />
      <div>
        <p>{i18n.t('unchanged', { name: reviewerOf(review, link) })}</p>
        <button class="btn" type="submit" form={form} name={SURE_BUTTON} value="1">
          {i18n.t('unchanged_send')}
        </button>
      </div>
    </div>
  )
}

/** The words of the button that sends a step to be reviewed; undefined for other steps. */
export function sendLabel({ view, placed: { step }, i18n }: StepVisit): string | undefined {
  if (!step.needs_review) return undefined
  return i18n.t(reviewOf(view, step) ? 'send_again' : 'send_review')
}
