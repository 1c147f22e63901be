import type { ReactNode } from 'react'
import { CopyButton } from '../../../components/copy.tsx'

/** A card of the page of AI assistants. */
export function Host({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="card" aria-label={name}>
      <header>
        <h2>{name}</h2>
      </header>
      <div className="pad all stack">{children}</div>
    </section>
  )
}

/** A text to copy with a button. */
export function Copied({ label, text }: { label: string; text: string }) {
  return (
    <figure className="to-copy">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={text} />
      </figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}
