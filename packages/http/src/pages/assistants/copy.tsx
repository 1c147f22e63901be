import { CopyButton } from '../layout/components/copy-button.tsx'

/** A text to copy with a button; without scripts, a click selects it. */
export function Copy({ label, text }: { label: string; text: string }) {
  return (
    <figure data-copy>
      <figcaption>
        <span>{label}</span> <CopyButton what={label} />
      </figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
