import type { ReactNode, Ref } from 'react'

interface ScrollableProps {
  className: string
  /** Its name for those who do not see it. */
  label: string
  children: ReactNode
  ref?: Ref<HTMLElement>
}

/** A part that scrolls where it is long or wide, and is reached by keyboard, since nothing in it may be. */
export function Scrollable({ className, label, children, ref }: ScrollableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be focused
    <section className={className} aria-label={label} tabIndex={0} ref={ref}>
      {children}
    </section>
  )
}
