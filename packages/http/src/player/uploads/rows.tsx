import type { ComponentChildren } from 'preact'
import { queryOf } from '../../pages/visit/handler.ts'
import { isSentBack, reviewOf } from '../agreements/review.ts'
import { pathOf } from '../guide.ts'
import { Icon, type IconName } from '../layout/icons.tsx'
import type { StepVisit } from '../steps/step-page.ts'
import type { View } from '../visit.ts'

/** A sent file; it can be removed until the guide is completed. */
export function FileRow({ visit, file }: { visit: StepVisit; file: View['files'][number] }) {
  const { i18n, view, request } = visit
  const note = noteOn(visit, file.id)
  const isFine = note === undefined && isReviewed(visit, file.id)
  const sent = i18n.t(isFine ? 'file_fine' : 'upload_sent', { size: i18n.size(file.bytes) })
  const canRemove = view.status !== 'completed'
  // Without a script it asks first; with one, removing can be undone.
  const asks = canRemove && queryOf(request, 'remove') === file.id
  return (
    <Row
      name={file.name}
      data-file={file.id}
      data-state="sent"
      class={note === undefined ? '' : 'tochange'}
      icon={note === undefined ? 'check' : 'reply'}
      text={asks ? i18n.t('upload_remove_sure') : (note ?? sent)}
    >
      {canRemove && (asks ? <Confirmation visit={visit} id={file.id} /> : <Removal visit={visit} file={file} />)}
    </Row>
  )
}

/** What a member asks to change about a file. */
function noteOn({ view, placed }: StepVisit, id: string): string | undefined {
  return isSentBack(view, placed.step) ? reviewOf(view, placed.step)?.notes[id] : undefined
}

/** Whether a file is one of those that were sent back. */
function isReviewed({ view, placed }: StepVisit, id: string): boolean {
  return isSentBack(view, placed.step) && (reviewOf(view, placed.step)?.file_ids.includes(id) ?? false)
}

function Confirmation({ visit: { i18n, home, placed }, id }: { visit: StepVisit; id: string }) {
  return (
    <form class="sure" method="post" action={pathOf(home, placed.step)}>
      <input type="hidden" name="sure" value="1" />
      <button class="btn" type="submit" name="remove" value={id}>
        {i18n.t('upload_remove')}
      </button>
      <a class="btn" href={`${pathOf(home, placed.step)}#files`}>
        {i18n.t('upload_keep')}
      </a>
    </form>
  )
}

/** The button that removes a file, and the one that undoes it. @param file to be filled in by the script if not given */
function Removal({ visit: { i18n, home, placed }, file }: { visit: StepVisit; file?: View['files'][number] }) {
  return (
    <>
      <form method="post" action={pathOf(home, placed.step)}>
        <button class="bare" type="submit" name="remove" value={file?.id}>
          <Icon name="trash" />
          <span class="unseen">
            {i18n.t('upload_remove')} <bdi>{file?.name}</bdi>
          </span>
        </button>
      </form>
      <button class="btn undo" type="button">
        {i18n.t('upload_undo')} <bdi class="unseen">{file?.name}</bdi>
      </button>
    </>
  )
}

/** A refused file with the reason. */
export function RefusedRow({ name, text }: { name: string; text: string }) {
  return <Row name={name} class="oops" icon="alert" text={text} />
}

/** The template for the row of a file that the script sends; its state decides what it shows. */
export function NewRow({ visit }: { visit: StepVisit }) {
  const { i18n } = visit
  return (
    <li class="file">
      <span class="kind" aria-hidden="true" />
      <div class="grow">
        <div class="cut" dir="auto" />
        <small>
          <Icon name="check" /> <Icon name="alert" /> <span />
        </small>
        <progress max="1" value="0" aria-label={i18n.t('upload_waiting')} />
      </div>
      <Removal visit={visit} />
      <button class="bare stop" type="button">
        <Icon name="x" />
        <span class="unseen">
          {i18n.t('upload_stop')} <bdi />
        </span>
      </button>
    </li>
  )
}

interface RowProps {
  name: string
  class?: string
  icon: IconName
  text: string
  'data-file'?: string
  'data-state'?: string
  children?: ComponentChildren
}

function Row({ name, class: more = '', icon, text, children, ...attributes }: RowProps) {
  return (
    <li class={`file ${more}`} {...attributes}>
      <span class="kind" aria-hidden="true">
        {endingOf(name)}
      </span>
      <div class="grow">
        <div class="cut" dir="auto">
          {name}
        </div>
        <small>
          <Icon name={icon} /> <span>{text}</span>
        </small>
      </div>
      {children}
    </li>
  )
}

/** The file type on the icon of a file: `PDF`. */
export function endingOf(name: string): string {
  return (/\.([^.]{1,4})$/.exec(name)?.[1] ?? '').toUpperCase()
}
