import { isDeepStrictEqual } from 'node:util'
import { AppError, operations } from '@handrail/core'
import { checkedAnswers } from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'
import { queryOf } from '../../pages/visit/handler.ts'
import { isAccepted, isSentBack, reviewOf } from '../agreements/review.ts'
import { ChangeMark, SURE_BUTTON, sendLabel, UNCHANGED_QUERY, Unchanged } from '../agreements/review-note.tsx'
import { privately, seeOther } from '../answer.ts'
import { Field } from '../form/fields.tsx'
import { mistakesOf } from '../form/mistakes.ts'
import { formOf } from '../form/read.ts'
import { SentAnswers } from '../form/sent-answers.tsx'
import {
  answersOf,
  controlOf,
  FIELDS_CONTROL,
  type FormField,
  fieldKeys,
  own,
  type Typed,
  typedAs,
  typedIn,
} from '../form/typed-answers.ts'
import { isDone, pathOf } from '../guide.ts'
import { Foot, ReadingFoot } from '../layout/foot.tsx'
import { Icon } from '../layout/icons.tsx'
import { StepText } from '../layout/prose.tsx'
import { Saved } from '../layout/saved.tsx'
import { redirectToNext } from './done.ts'
import type { Refused, StepPage, StepVisit } from './step-page.ts'

/** A form. Its input is saved while it is typed, and until it is valid. */
export const form: StepPage = {
  body: (visit, refused) =>
    isAccepted(visit.view, visit.placed.step) ? (
      <Accepted visit={visit} />
    ) : (
      <Questions visit={visit} refused={refused} />
    ),
  foot: (visit) =>
    isAccepted(visit.view, visit.placed.step) ? (
      <ReadingFoot visit={visit} />
    ) : (
      <Foot visit={visit} form="answers" does="save" label={sendLabel(visit)} />
    ),
  refused: refusedDraft,
  async post(visit) {
    const sent = formOf(visit.request)
    if (isAccepted(visit.view, visit.placed.step)) return toStep(visit)
    if (sent.has('draft')) return keepDraft(visit, sent)
    return sent.has('later') ? keepForLater(visit, sent) : submit(visit, sent)
  },
}

async function submit(visit: StepVisit, sent: URLSearchParams): Promise<FastifyReply | Refused> {
  const { contact, placed, i18n } = visit
  const fields = fieldsOf(visit)
  const typed = typedIn(fields, sent)
  try {
    const answers = answersOf(fields, typed, i18n)
    const seen = sent.get(SEEN_CONTROL) ?? undefined
    if (!sent.has(SURE_BUTTON) && isUnchanged(visit, answers)) return toStep(visit, UNCHANGED_QUERY)
    const { data } = await contact.invoke(operations.submitForm, { step_id: placed.step.id, answers, seen })
    return redirectToNext(visit, data, data.others)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_error') throw error
    const wrong = mistakesOf(fields, typed, error, i18n)
    // A member has accepted it meanwhile.
    if (Object.keys(wrong).length === 0 && error.fieldErrors?.step_id) return toStep(visit)
    if (Object.keys(wrong).length === 0) throw error
    // A page with an address of its own: going back or reloading sends nothing again.
    if (await isKept(visit, typed))
      return seeOther(visit.reply, `${pathOf(visit.home, placed.step)}?${refusedQuery(sent)}`)
    return { typed, wrong }
  }
}

function toStep({ reply, home, placed }: StepVisit, query?: string): FastifyReply {
  return seeOther(reply, `${pathOf(home, placed.step)}${query ? `?${query}` : ''}`)
}

/** Whether the answers are those that a member has asked to change. */
function isUnchanged({ view, placed }: StepVisit, answers: Readonly<Record<string, unknown>>): boolean {
  if (!isSentBack(view, placed.step)) return false
  const { [placed.step.id]: sent = {} } = view.answers
  return Object.keys(reviewOf(view, placed.step)?.notes ?? sent).every((name) =>
    isDeepStrictEqual(own(sent, name), own(answers, name)),
  )
}

/** The hidden field with the state of the form that the page showed, while others can send it too. */
const SEEN_CONTROL = 'seen'
/** The most of it that an address holds. */
const MAX_SEEN_IN_ADDRESS = 4000

/** The query of the page of a refused form, with what the refused page showed of it: what others have changed since is still told. */
function refusedQuery(sent: URLSearchParams): URLSearchParams {
  const seen = sent.get(SEEN_CONTROL)
  const fits = seen !== null && seen.length <= MAX_SEEN_IN_ADDRESS
  return new URLSearchParams({ refused: '1', ...(fits && { [SEEN_CONTROL]: seen }) })
}

/** The state of the form that the page shows, or that of the page before it, which was refused. */
function seenBy({ view, placed, request }: StepVisit): string | undefined {
  if (view.participants.length < 2) return undefined
  return queryOf(request, SEEN_CONTROL) ?? view.seen[placed.step.id] ?? ''
}

/** Keeps refused input. @returns false for what is too long for a draft */
async function isKept(visit: StepVisit, typed: Record<string, Typed>): Promise<boolean> {
  try {
    await keep(visit, typed)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_error') return false
    throw error
  }
}

/** What is wrong with the kept input. */
function refusedDraft(visit: StepVisit): Refused | undefined {
  const fields = fieldsOf(visit)
  const typed = Object.fromEntries(fields.map((field) => [field.name, typedOf(visit, field)]))
  try {
    checkedAnswers(fields, answersOf(fields, typed, visit.i18n))
    return undefined
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_error') throw error
    return { typed, wrong: mistakesOf(fields, typed, error, visit.i18n) }
  }
}

/** The draft of a field, else its answer as it is typed. */
function typedOf({ view, placed, i18n }: StepVisit, { name }: FormField): Typed {
  const { [placed.step.id]: draft } = view.drafts
  const { [placed.step.id]: sent = {} } = view.answers
  return own(draft?.answers ?? {}, name) ?? typedAs(own(sent, name), i18n)
}

/** While the reader types. */
async function keepDraft(visit: StepVisit, sent: URLSearchParams): Promise<FastifyReply> {
  const only = (sent.get('draft') ?? '').split(',')
  await keep(visit, typedIn(fieldsOf(visit), sent, only))
  return privately(visit.reply).code(204).send()
}

async function keepForLater(visit: StepVisit, sent: URLSearchParams): Promise<FastifyReply> {
  await keep(visit, typedIn(fieldsOf(visit), sent))
  return seeOther(visit.reply, visit.home)
}

async function keep({ contact, placed }: StepVisit, answers: Record<string, Typed>): Promise<void> {
  await contact.invoke(operations.saveDraft, { step_id: placed.step.id, answers })
}

function fieldsOf({ placed: { step } }: StepVisit): readonly FormField[] {
  return step.content.fields ?? []
}

/** An accepted form, which only the team can reopen. */
function Accepted({ visit }: { visit: StepVisit }) {
  return (
    <>
      <StepText visit={visit} step={visit.placed.step} />
      <section class="sent">
        <SentAnswers visit={visit} step={visit.placed.step} />
      </section>
    </>
  )
}

function Questions({ visit, refused }: { visit: StepVisit; refused: Refused | undefined }) {
  const { home, placed, i18n, view } = visit
  const { id } = placed.step
  const seen = seenBy(visit)
  const notes = isSentBack(view, placed.step) ? (reviewOf(view, placed.step)?.notes ?? {}) : {}
  const typedInto = (field: FormField) => own(refused?.typed ?? {}, field.name) ?? typedOf(visit, field)
  return (
    <>
      <StepText visit={visit} step={placed.step} />
      {refused && <Summary visit={visit} wrong={refused.wrong} />}
      <Unchanged visit={visit} form="answers" />
      {!refused && !placed.step.needs_review && view.answers[id] && !isDone(view, placed.step) && (
        <p class="note">
          <Icon name="info" /> <span>{i18n.t('form_reopened')}</span>
        </p>
      )}
      <form
        class="answers"
        id="answers"
        method="post"
        action={pathOf(home, placed.step)}
        noValidate
        data-draft
        data-once
      >
        <input type="hidden" name={FIELDS_CONTROL} value={fieldKeys(fieldsOf(visit)).join()} />
        {seen !== undefined && <input type="hidden" name={SEEN_CONTROL} value={seen} />}
        {fieldsOf(visit).map((field, index) => {
          const note = own(notes, field.name)
          const wrong = refused && own(refused.wrong, field.name)
          const shown = (
            <Field key={field.name} visit={visit} field={field} index={index} typed={typedInto(field)} wrong={wrong} />
          )
          if (note === undefined) return shown
          return (
            <div key={field.name} class="tochange">
              <ChangeMark note={note} />
              {shown}
            </div>
          )
        })}
      </form>
      <Saved text={i18n.t('saved')} failed={i18n.t('not_saved_answers')} pressed={i18n.t('not_sent')} />
    </>
  )
}

/** The errors above the form, with links to its fields. */
function Summary({ visit, wrong }: { visit: StepVisit; wrong: Refused['wrong'] }) {
  const { i18n } = visit
  return (
    <div class="note bad sum" role="alert" tabIndex={-1} data-focus>
      <Icon name="alert" />
      <div>
        <b>{i18n.t('wrong', { count: Object.keys(wrong).length })}</b>
        <ul>
          {fieldsOf(visit).map(({ name, label }, index) =>
            own(wrong, name) === undefined ? null : (
              <li key={name}>
                <a href={`#${controlOf(index)}`}>
                  <bdi>{label}</bdi>
                </a>
              </li>
            ),
          )}
        </ul>
      </div>
    </div>
  )
}
