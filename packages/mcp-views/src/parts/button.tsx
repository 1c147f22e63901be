import type { ComponentChildren, Ref } from 'preact'

interface ButtonProps {
  onClick(): unknown
  children: ComponentChildren
  /** Says more than the words on it, where several have the same. */
  label?: string
  kind?: 'main' | 'plain' | 'quiet' | 'square'
  busy?: boolean
  expanded?: boolean
  buttonRef?: Ref<HTMLButtonElement>
}

/** Stays in the order of the keyboard while it is busy, and does nothing then. */
export function Button({ onClick, children, label, kind = 'plain', busy = false, expanded, buttonRef }: ButtonProps) {
  return (
    <button
      type="button"
      className={kind}
      aria-label={label}
      aria-disabled={busy}
      aria-expanded={expanded}
      onClick={() => {
        if (!busy) onClick()
      }}
      {...(buttonRef && { ref: buttonRef })}
    >
      {children}
    </button>
  )
}
