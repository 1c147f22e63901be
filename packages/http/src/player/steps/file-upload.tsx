import { AppError, operations } from '@handrail/core'
import type { UploadLimits } from '@handrail/core/internal'
import { MAX_FILES, uploadLimits } from '@handrail/core/internal'
import type { FastifyReply } from 'fastify'
import { queriesOf, queryOf } from '../../pages/visit/handler.ts'
import { isAccepted, isSentBack, reviewOf } from '../agreements/review.ts'
import { SURE_BUTTON, sendLabel, UNCHANGED_QUERY, Unchanged } from '../agreements/review-note.tsx'
import { privately, seeOther } from '../answer.ts'
import { acceptsJson } from '../form/accepts-json.ts'
import { formOf } from '../form/read.ts'
import { SentAnswers } from '../form/sent-answers.tsx'
import { isDone, pathOf } from '../guide.ts'
import { Back, Foot, Onward, ReadingFoot } from '../layout/foot.tsx'
import { Icon } from '../layout/icons.tsx'
import { StepText } from '../layout/prose.tsx'
import { limitsText, takesPhotos } from '../uploads/limits-text.ts'
import { dataOf } from '../uploads/outcome.ts'
import { isUpload, receiveFiles } from '../uploads/receive.ts'
import { refusalOf, refusalText, refusedIn, refusedQuery } from '../uploads/refusal-text.ts'
import { FileRow, NewRow, RefusedRow } from '../uploads/rows.tsx'
import { finishByButton } from './done.ts'
import type { Refused, StepPage, StepVisit } from './step-page.ts'

/** Uploads: each file has its own outcome; the button completes the step. */
export const fileUpload: StepPage = {
  body: (visit, refused) =>
    isAccepted(visit.view, visit.placed.step) ? (
      <Accepted visit={visit} />
    ) : (
      <Sending visit={visit} refused={refused} />
    ),
  foot: (visit) =>
    isAccepted(visit.view, visit.placed.step) ? <ReadingFoot visit={visit} /> : <SendingFoot visit={visit} />,
  refused: refusedFiles,
  async post(visit) {
    if (isUpload(visit.request)) return receive(visit)
    const form = formOf(visit.request)
    const removed = form.get('remove')
    if (removed === null) return finish(visit, form)
    const isSure = form.has('sure') || acceptsJson(visit.request)
    return isSure ? remove(visit, removed) : seeOther(visit.reply, `${placeOf(visit)}?${removalOf(removed)}#files`)
  },
}

/** Completes the step, or sends the files to be reviewed. */
async function finish(visit: StepVisit, form: URLSearchParams): Promise<FastifyReply> {
  if (!visit.placed.step.needs_review) return finishByButton(visit)
  if (!form.has(SURE_BUTTON) && isUnchanged(visit)) return seeOther(visit.reply, `${placeOf(visit)}?${UNCHANGED_QUERY}`)
  return finishByButton(visit, form.get('comment') ?? '')
}

/** Whether all files are still those that a member has asked to change. */
function isUnchanged(visit: StepVisit): boolean {
  const { view, placed } = visit
  const review = reviewOf(view, placed.step)
  if (!review || !isSentBack(view, placed.step)) return false
  const ids = filesOf(visit).map(({ id }) => id)
  return ids.length === review.file_ids.length && ids.every((id) => review.file_ids.includes(id))
}

function placeOf({ home, placed }: StepVisit): string {
  return pathOf(home, placed.step)
}

/** The address at which the page asks whether a file is to be removed. */
function removalOf(id: string): URLSearchParams {
  return new URLSearchParams({ remove: id.slice(0, 100) })
}

async function receive(visit: StepVisit): Promise<FastifyReply> {
  const { request, reply, home, placed } = visit
  const outcomes = await receiveFiles(visit)
  if (acceptsJson(request)) return privately(reply).send({ files: outcomes.map((outcome) => dataOf(visit, outcome)) })
  const refused = outcomes.flatMap((outcome) =>
    'refused' in outcome ? [[outcome.name, refusalOf(outcome.refused, outcome.name)] as const] : [],
  )
  const query = refused.length === 0 ? '' : `?${refusedQuery(refused)}`
  return seeOther(reply, `${pathOf(home, placed.step)}${query}#files`)
}

/** The refused files that the address names, with the reasons. */
function refusedFiles({ request, placed, i18n }: StepVisit): Refused | undefined {
  const limits = uploadLimits(placed.step)
  const named = refusedIn(queriesOf(request, 'refused')).map(([name, why]) => [name, refusalText(why, limits, i18n)])
  if (queryOf(request, 'refused') === 'stays') named.push(['', i18n.t('upload_stays')])
  return named.length === 0 ? undefined : { typed: {}, wrong: Object.fromEntries(named) }
}

async function remove(visit: StepVisit, id: string): Promise<FastifyReply> {
  const { contact, reply, request, home, placed, i18n } = visit
  try {
    await contact.invoke(operations.removeOwnFile, { id })
  } catch (error) {
    // Taken back already, on another device or by a second click.
    if (!(error instanceof AppError) || !['not_found', 'validation_error'].includes(error.code)) throw error
    const isGone = error.code === 'not_found'
    if (acceptsJson(request))
      return privately(reply)
        .code(isGone ? 200 : 422)
        .send({ text: i18n.t('upload_stays') })
    if (!isGone) return seeOther(reply, `${placeOf(visit)}?refused=stays#files`)
  }
  if (acceptsJson(request)) return privately(reply).send({})
  return seeOther(reply, `${pathOf(home, placed.step)}#files`)
}

/** Of so many files the page says that they are on their way. */
const BUSY = Array.from({ length: MAX_FILES }, (_, index) => index + 1)

function filesOf({ view, placed }: StepVisit) {
  return view.files.filter(({ step_id }) => step_id === placed.step.id)
}

/** Accepted files, which only the team can reopen. */
function Accepted({ visit }: { visit: StepVisit }) {
  return (
    <>
      <StepText visit={visit} step={visit.placed.step} />
      <SentAnswers visit={visit} step={visit.placed.step} />
    </>
  )
}

/** What to say about files that are reviewed. */
function Comment({ visit }: { visit: StepVisit }) {
  const { i18n, view, placed, home } = visit
  if (!placed.step.needs_review) return null
  return (
    <form class="f" id="send" method="post" action={pathOf(home, placed.step)} data-once>
      <label class="label" for="comment">
        {i18n.t('anything_to_know')} <span class="soft">{i18n.t('optional_field')}</span>
      </label>
      <textarea class="input" id="comment" name="comment" rows={2} maxLength={5000} dir="auto">
        {reviewOf(view, placed.step)?.comment}
      </textarea>
    </form>
  )
}

function Sending({ visit, refused }: { visit: StepVisit; refused: Refused | undefined }) {
  const { placed, home, i18n, link } = visit
  const limits = uploadLimits(placed.step)
  const wrong = Object.entries(refused?.wrong ?? {})
  return (
    <>
      <StepText visit={visit} step={placed.step} />
      <Unchanged visit={visit} form="send" />
      <form
        class="drop"
        method="post"
        action={pathOf(home, placed.step)}
        encType="multipart/form-data"
        data-upload
        data-max={limits.max_bytes}
        data-too-large={i18n.t('upload_too_large', { size: i18n.size(limits.max_bytes) })}
        data-empty={i18n.t('upload_empty')}
        data-failed={i18n.t('upload_failed')}
        data-waiting={i18n.t('upload_waiting')}
        data-offline={i18n.t('upload_offline')}
        data-offline-step={i18n.t('upload_offline_step')}
        data-removed={i18n.t('upload_removed')}
        data-progress={i18n.t('upload_progress', { done: '{done}', total: '{total}' })}
        data-busy={JSON.stringify(BUSY.map((count) => i18n.t('upload_busy', { count })))}
        data-done={isDone(visit.view, placed.step) || undefined}
      >
        <Choice limits={limits} visit={visit} />
        <p id="upload-limits">{limitsText(limits, i18n)}</p>
        <button class="go without-script" type="submit">
          {i18n.t('upload_send')}
        </button>
      </form>
      <ul class="files" id="files" aria-live="polite" data-files>
        {filesOf(visit).map((file) => (
          <FileRow key={file.id} visit={visit} file={file} />
        ))}
        {wrong.map(([name, text]) => (
          <RefusedRow key={name} name={name} text={text} />
        ))}
      </ul>
      <template data-row>
        <NewRow visit={visit} />
      </template>
      <Comment visit={visit} />
      <p class="keep">
        <Icon name="lock" />
        <span>{i18n.t('upload_private', { workspace: link.workspace.name })}</span>
      </p>
    </>
  )
}

/** Files of the device, and on a phone a photo of its camera. */
function Choice({ limits, visit: { i18n } }: { limits: UploadLimits; visit: StepVisit }) {
  const accept = limits.accept.length > 0 ? limits.accept.join(',') : undefined
  return (
    <div class="row choice">
      <label class="go grow" for="upload-files">
        <Icon name="upload" /> {i18n.t('upload_choose')}
      </label>
      <input id="upload-files" type="file" name="file" multiple accept={accept} aria-describedby="upload-limits" />
      {takesPhotos(limits) && (
        <>
          <label class="go side sq camera" for="upload-photo">
            <Icon name="camera" />
            <span class="unseen">{i18n.t('upload_photo')}</span>
          </label>
          <input id="upload-photo" class="camera" type="file" name="file" accept="image/*" capture="environment" />
        </>
      )}
    </div>
  )
}

/** Never a button that does nothing: without a file, it says what is missing. */
function SendingFoot({ visit }: { visit: StepVisit }) {
  const { i18n, home, view, placed } = visit
  const isReady = filesOf(visit).length > 0 || isDone(view, placed.step)
  return (
    <div data-sending={isReady ? 'ready' : 'none'}>
      <div class="when-ready">
        {placed.step.needs_review ? (
          <Foot visit={visit} form="send" label={sendLabel(visit)} />
        ) : (
          <Foot visit={visit} />
        )}
      </div>
      <div class="when-none">
        <nav class="foot" aria-label={i18n.t('go_on')}>
          <div class="inner">
            <Back visit={visit} />
            <p class="grow" role="status" data-text="sending">
              {i18n.t('upload_first')}
            </p>
            {placed.step.required ? (
              <a class="go side" href={home}>
                {i18n.t('later')}
              </a>
            ) : (
              <Onward visit={visit} isMain={false} />
            )}
          </div>
        </nav>
      </div>
    </div>
  )
}
