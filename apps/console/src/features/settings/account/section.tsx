import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** What an address leads to it by, after `#`. */
  anchor?: string
  /** Beside the title. */
  mark?: ReactNode
  lead?: string
  children: ReactNode
}

/** A part of the page of the own account. */
export function Section({ title, anchor, mark, lead, children }: SectionProps) {
  const id = useId()
  return (
    <section className="card" id={anchor} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {mark}
      </header>
      <div className="pad all stack">
        {lead && <p className="soft">{lead}</p>}
        {children}
      </div>
    </section>
  )
}
