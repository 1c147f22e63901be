import type { ComponentChildren } from 'preact'
import { pathOf } from '../guide.ts'
import { Icon, type IconName } from '../layout/icons.tsx'
import type { StepVisit } from '../steps/step-page.ts'
import type { View } from '../visit.ts'

/** A sent file; it can be removed until the guide is completed. */
export function FileRow({ visit, file }: { visit: StepVisit; file: View['files'][number] }) {
  const { i18n, home, placed, view } = visit
  const sent = i18n.t('upload_sent', { size: i18n.size(file.bytes) })
  return (
    <Row name={file.name} data-file={file.id} data-state="sent" icon="check" text={sent}>
      {view.status !== 'completed' && (
        <form method="post" action={pathOf(home, placed.step)}>
          <button class="bare" type="submit" name="remove" value={file.id}>
            <Icon name="trash" />
            <span class="unseen">
              {i18n.t('upload_remove')} <bdi>{file.name}</bdi>
            </span>
          </button>
        </form>
      )}
    </Row>
  )
}

/** A refused file with the reason. */
export function RefusedRow({ name, text }: { name: string; text: string }) {
  return <Row name={name} class="oops" icon="alert" text={text} />
}

/** The template for the row of a file that the script sends; its state decides what it shows. */
export function NewRow({ visit: { i18n, home, placed } }: { visit: StepVisit }) {
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
      <form method="post" action={pathOf(home, placed.step)}>
        <button class="bare" type="submit" name="remove">
          <Icon name="trash" />
          <span class="unseen">
            {i18n.t('upload_remove')} <bdi />
          </span>
        </button>
      </form>
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
function endingOf(name: string): string {
  return (/\.([^.]{1,4})$/.exec(name)?.[1] ?? '').toUpperCase()
}
