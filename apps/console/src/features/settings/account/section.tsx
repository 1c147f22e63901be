import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** Beside the title. */
  mark?: ReactNode
  lead?: string
  children: ReactNode
}

/** A part of the page of the own account. */
export function Section({ title, mark, lead, children }: SectionProps) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
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
