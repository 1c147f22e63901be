import { AppError, operations } from '@handrail/core'
import { documentOf, sha256Of } from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'
import { vouchedAddressOf } from '../../access/client-address.ts'
import { queryOf } from '../../pages/visit/handler.ts'
import { ApprovedDocument } from '../agreements/document.tsx'
import { approvalOf } from '../agreements/review.ts'
import { seeOther } from '../answer.ts'
import { formOf } from '../form/read.ts'
import { isDone, pathOf } from '../guide.ts'
import { Back, ReadingFoot } from '../layout/foot.tsx'
import { Icon } from '../layout/icons.tsx'
import { isYours } from '../people/people.ts'
import { redirectToNext } from './done.ts'
import type { Refused, StepPage, StepVisit } from './step-page.ts'

/** A text, and files with it, that a person approves by name, or asks to be changed. */
export const approval: StepPage = {
  body: (visit, refused) => (
    <>
      <Decided visit={visit} />
      {queryOf(visit.request, 'text') === 'changed' && (
        <p class="note bad" role="alert">
          <Icon name="alert" /> <span>{visit.i18n.t('text_changed')}</span>
        </p>
      )}
      <ApprovedDocument visit={visit} document={documentOf(visit.placed.step)} />
      {isToDecide(visit) &&
        (asksForChanges(visit, refused) ? <Note {...{ visit, refused }} /> : <Name {...{ visit, refused }} />)}
    </>
  ),
  foot: (visit) => (isToDecide(visit) ? <Decide visit={visit} /> : <ReadingFoot visit={visit} />),
  post: decide,
}

/** The form that the buttons at the foot send. */
const FORM = 'decision'
const MAX_NAME = 200
const MAX_NOTE = 5000

function isToDecide({ view, placed }: StepVisit): boolean {
  return !isDone(view, placed.step) && isYours(view, placed.step)
}

/** Whether the page has the field for changes in place of that for the name. */
function asksForChanges({ request }: StepVisit, refused?: Refused): boolean {
  return queryOf(request, 'changes') === '1' || refused?.typed.note !== undefined
}

async function decide(visit: StepVisit): Promise<FastifyReply | Refused> {
  const { contact, placed, request, reply, home, i18n } = visit
  const form = formOf(request)
  const read = {
    step_id: placed.step.id,
    document_sha256: form.get('document') ?? '',
    address: vouchedAddressOf(request),
  }
  const note = form.get('note')?.replaceAll('\r\n', '\n').trim()
  const name = form.get('name')?.trim() ?? ''
  if (note === '') return { typed: { note }, wrong: { note: i18n.t('changes_missing') } }
  if (note !== undefined && note.length > MAX_NOTE)
    return { typed: { note }, wrong: { note: i18n.t('wrong_too_long', { count: MAX_NOTE }) } }
  if (note === undefined && name === '') return { typed: { name }, wrong: { name: i18n.t('approve_missing') } }
  try {
    if (note === undefined) {
      const { data } = await contact.invoke(operations.giveApproval, { ...read, name })
      return redirectToNext(visit, data)
    }
    await contact.invoke(operations.askForApprovalChanges, { ...read, note })
    return seeOther(reply, pathOf(home, placed.step))
  } catch (error) {
    if (!(error instanceof AppError) || !['conflict', 'validation_error'].includes(error.code)) throw error
    // What is kept is what was typed: nothing is cut or removed.
    const wrongName = note === undefined && wrongNameOf(error, i18n)
    if (wrongName) return { typed: { name }, wrong: { name: wrongName } }
    // Another text, or another person's step since the page was shown.
    return seeOther(reply, `${pathOf(home, placed.step)}${error.code === 'conflict' ? '?text=changed' : ''}`)
  }
}

/** What is wrong with a name that was typed. */
function wrongNameOf({ codes = {} }: AppError, { t }: StepVisit['i18n']): string | undefined {
  if (codes.name === 'too_long') return t('wrong_too_long', { count: MAX_NAME })
  return codes.name === undefined ? undefined : t('approve_unseen')
}

/** What was decided so far. */
function Decided({ visit }: { visit: StepVisit }) {
  const { view, placed, i18n, link, home } = visit
  const decided = approvalOf(view, placed.step)
  if (!decided) return null
  const isApproved = decided.decision === 'approved'
  // Approved in an earlier version of the text: it is asked for again.
  if (isApproved && !isDone(view, placed.step)) return null
  const day = i18n.shortDay(decided.created_at, link.workspace.time_zone)
  return (
    <div class="note">
      <Icon name={isApproved ? 'check' : 'reply'} />
      <div>
        <p>
          {isApproved
            ? i18n.t('approved_on', { name: decided.signed_name, day })
            : i18n.t('changes_asked_on', { name: decided.person_name, day })}
        </p>
        {!isApproved && (
          <p class="said" dir="auto">
            {decided.note}
          </p>
        )}
        {isApproved && <a href={`${pathOf(home, placed.step)}/record`}>{i18n.t('see_record')}</a>}
      </div>
    </div>
  )
}

interface FieldProps {
  visit: StepVisit
  refused: Refused | undefined
}

function Name({ visit, refused }: FieldProps) {
  const { i18n } = visit
  return (
    <DecisionForm visit={visit} wrong={refused?.wrong.name}>
      <label class="label" for="name">
        {i18n.t('approve_name')}
      </label>
      <input
        class="input"
        id="name"
        name="name"
        type="text"
        autocomplete="name"
        maxLength={MAX_NAME}
        value={refused ? String(refused.typed.name ?? '') : undefined}
        dir="auto"
        aria-required="true"
        aria-invalid={refused?.wrong.name ? true : undefined}
        aria-describedby="approve-keeps"
      />
      <p class="keep" id="approve-keeps">
        <Icon name="lock" /> <span>{i18n.t('approve_keeps')}</span>
      </p>
    </DecisionForm>
  )
}

function Note({ visit, refused }: FieldProps) {
  const { i18n } = visit
  return (
    <DecisionForm visit={visit} wrong={refused?.wrong.note}>
      <label class="label" for="note">
        {i18n.t('changes_note')}
      </label>
      <textarea
        class="input"
        id="note"
        name="note"
        rows={4}
        maxLength={MAX_NOTE}
        dir="auto"
        aria-required="true"
        aria-invalid={refused?.wrong.note ? true : undefined}
      />
    </DecisionForm>
  )
}

interface FormProps {
  visit: StepVisit
  wrong: string | undefined
  children: preact.ComponentChildren
}

/** What is decided about the text that the page shows. */
function DecisionForm({ visit: { home, placed }, wrong, children }: FormProps) {
  return (
    <form id={FORM} method="post" action={pathOf(home, placed.step)} noValidate data-once>
      <input type="hidden" name="document" value={sha256Of(documentOf(placed.step))} />
      <div class={wrong ? 'f wrong' : 'f'}>
        {children}
        {wrong && (
          <p class="error" role="alert" tabIndex={-1} data-focus>
            <Icon name="alert" /> {wrong}
          </p>
        )}
      </div>
    </form>
  )
}

function Decide({ visit }: { visit: StepVisit }) {
  const { i18n, home, placed, link } = visit
  const isChanging = asksForChanges(visit)
  return (
    <nav class="foot" aria-label={i18n.t('go_on')}>
      <div class="inner decide">
        {isChanging ? (
          <Back visit={visit} />
        ) : (
          <a class="go side" href={`${pathOf(home, placed.step)}?changes=1#${FORM}`}>
            {i18n.t('ask_for_changes')}
          </a>
        )}
        <button class="go" type="submit" form={FORM}>
          {isChanging ? (
            i18n.t('changes_send', { workspace: link.workspace.name })
          ) : (
            <>
              <Icon name="check" /> {i18n.t('approve')}
            </>
          )}
        </button>
      </div>
    </nav>
  )
}
