import { Icon } from './icons.tsx'

interface SavedProps {
  /** The text once everything is saved. */
  text: string
  /** The text while there is no connection: it names the input that waits. */
  failed: string
  /** The text if the form was sent meanwhile. */
  pressed?: string
}

/** The place where the script reports whether the input is saved. */
export function Saved({ text, failed, pressed }: SavedProps) {
  return (
    <p class="saved">
      <Icon name="check" /> <span role="status" data-saved={text} data-failed={failed} data-pressed={pressed} />
    </p>
  )
}
