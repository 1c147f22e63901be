import type { ComponentChildren } from 'preact'

/** A part that scrolls when it is long, and is reached by keyboard, since nothing in it may be. */
export function Scrollable({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be focused
    <section className="scrollable" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
