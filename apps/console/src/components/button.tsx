import type { ComponentProps, ReactNode } from 'react'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  look?: 'main' | 'side' | 'bare'
  danger?: boolean
  square?: boolean
  /** While it works; a second press does nothing. */
  busy?: boolean
  children: ReactNode
}

/** A button with a text. */
export function Button({ look = 'side', danger, square, busy, className, onClick, ...rest }: ButtonProps) {
  const classes = ['btn', look, danger && 'danger', square && 'sq', className].filter(Boolean).join(' ')
  return (
    <button
      type="button"
      className={classes}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  )
}
