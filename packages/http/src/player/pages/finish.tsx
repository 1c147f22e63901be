import { operations } from '@handrail/core'
import { queryOf } from '../../pages/visit/handler.ts'
import { seeOther, sendPlayerPage } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { Icon } from '../layout/icons.tsx'
import { Bar, Document } from '../layout/page.tsx'
import { Progress } from '../layout/progress.tsx'
import { OthersChanged } from '../people/others-changed.tsx'
import { forGuide, type GuideVisit } from '../visit.ts'

const SCORES = [1, 2, 3, 4, 5, 6, 7] as const

/** The end: the effort score. */
export const get = forGuide(async (visit) => {
  const { contact, view, reply, request, home } = visit
  if (view.status !== 'completed') return seeOther(reply, home)
  if (!view.asks_effort) return seeOther(reply, `${home}/thanks`)
  if (queryOf(request, 'refused') !== '1') return ask(visit)
  const { data: kept } = await contact.invoke(operations.getOwnText, { about: 'comment' })
  return ask(visit, { comment: kept.text, score: scoreIn(queryOf(request, 'score')) })
})

export const post = forGuide(async (visit) => {
  const { contact, reply, request, home } = visit
  const form = formOf(request)
  const score = scoreIn(form.get('score'))
  const comment = (form.get('comment') ?? '').replaceAll('\r\n', '\n')
  if (score !== undefined && comment.length <= MAX_COMMENT) {
    await contact.invoke(operations.submitScore, { score, comment })
    return seeOther(reply, `${home}/thanks`)
  }
  // More than is kept, which no browser sends.
  if (comment.length > MAX_KEPT) return ask(visit, { comment, score, status: 422 })
  // A page with an address of its own: going back or reloading sends nothing again.
  await contact.invoke(operations.keepOwnText, { about: 'comment', text: comment })
  return seeOther(reply, `${home}/finish?refused=1${score === undefined ? '' : `&score=${score}`}`)
})

/** The limit of the operation, which the browser enforces too. */
const MAX_COMMENT = 5000
/** The limit of a text that is kept unsent. */
const MAX_KEPT = 20_000

function scoreIn(text: string | null | undefined): (typeof SCORES)[number] | undefined {
  return SCORES.find((score) => String(score) === text)
}

/** What was sent without a score, or with a comment that is too long. */
interface Refused {
  comment: string
  score: (typeof SCORES)[number] | undefined
  status?: number
}

// Long because it is one page.
function ask(visit: GuideVisit, refused?: Refused) {
  const { i18n, link, home, view } = visit
  const { first_name: name } = view
  const { total_steps: total } = view.progress
  const lacksScore = refused !== undefined && refused.score === undefined
  const isTooLong = refused !== undefined && refused.comment.length > MAX_COMMENT
  const progress = { ...view.progress, completed_steps: total, current_step_id: null }
  const title = name === '' ? i18n.t('all_done_nobody') : i18n.t('all_done', { name })
  return sendPlayerPage(
    visit,
    refused?.status ?? 200,
    <Document visit={visit} i18n={i18n} title={title} link={link} home={home} class="hasfoot">
      <Bar visit={visit} />
      <main class="single" id="main">
        <OthersChanged visit={visit} />
        <section class="hero">
          <div class="row between">
            <span class="count">{i18n.t('done_of', { done: total, total })}</span>
            <span class="count">
              <Icon name="check" />
            </span>
          </div>
          <Progress view={{ ...view, progress }} i18n={i18n} />
          <h1>{title}</h1>
        </section>
        <form id="effort" method="post" action={`${home}/finish`} data-once>
          <fieldset class={lacksScore ? 'f wrong' : 'f'} aria-describedby={lacksScore ? 'score-wrong' : undefined}>
            <legend class="big">{i18n.t('how_easy')}</legend>
            <div class="ces">
              {SCORES.map((score) => (
                <label key={score}>
                  <input
                    type="radio"
                    name="score"
                    value={score}
                    required
                    checked={(refused?.score ?? view.ces_score) === score}
                  />
                  <span>{score}</span>
                  {score === 1 && <span class="unseen">{i18n.t('very_hard')}</span>}
                  {score === 7 && <span class="unseen">{i18n.t('very_easy')}</span>}
                </label>
              ))}
            </div>
            <div class="ends" aria-hidden="true">
              <span>{i18n.t('very_hard')}</span>
              <span>{i18n.t('very_easy')}</span>
            </div>
            {lacksScore && (
              <p class="error" id="score-wrong" role="alert">
                <Icon name="alert" /> <span>{i18n.t('choose_score')}</span>
              </p>
            )}
          </fieldset>
          <div class={isTooLong ? 'f wrong' : 'f'}>
            <label class="label" for="comment">
              {i18n.t('easier')} <span class="soft">{i18n.t('optional_field')}</span>
            </label>
            <textarea
              class="input"
              id="comment"
              name="comment"
              rows={4}
              maxLength={MAX_COMMENT}
              dir="auto"
              {...(isTooLong && { 'aria-invalid': true, 'aria-describedby': 'comment-wrong', 'data-focus': true })}
            >
              {refused?.comment || view.ces_comment || ''}
            </textarea>
            {isTooLong && (
              <p class="error" id="comment-wrong" role="alert">
                <Icon name="alert" /> <span>{i18n.t('wrong_too_long', { count: MAX_COMMENT })}</span>
              </p>
            )}
          </div>
        </form>
        <p class="keep">
          <Icon name="eye" />
          <span>{i18n.t('who_reads', { workspace: link.workspace.name })}</span>
        </p>
      </main>
      <nav class="foot" aria-label={i18n.t('go_on')}>
        <div class="inner">
          <a class="go side" href={`${home}/thanks`}>
            {i18n.t('skip_step')}
          </a>
          <button class="go" type="submit" form="effort">
            {i18n.t('send_answer')}
          </button>
        </div>
      </nav>
    </Document>,
  )
}
