import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useSteadyCaret } from './steady-caret.ts'

interface InPlaceProps {
  as: 'h1' | 'h2'
  label: string
  value: string
  placeholder: string
  /** Whether it is edited at once, as a new one. */
  opensAtOnce?: boolean
  onChange(value: string): void
  onKeyDown?(event: KeyboardEvent): void
  /** The field has been left. */
  onClose?(): void
}

/** A heading that becomes a field when somebody presses it. */
export function InPlace({ as: Heading, label, value, placeholder, opensAtOnce = false, ...on }: InPlaceProps) {
  const [isOpen, setOpen] = useState(opensAtOnce)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const returns = useRef(false)
  useSteadyCaret(field, value)
  useEffect(() => {
    if (isOpen) field.current?.focus()
    else if (returns.current) button.current?.focus()
    returns.current = false
  }, [isOpen])
  const press = (event: KeyboardEvent) => {
    on.onKeyDown?.(event)
    if (event.defaultPrevented || !['Enter', 'Escape'].includes(event.key)) return
    event.preventDefault()
    returns.current = true
    setOpen(false)
  }
  if (isOpen)
    return (
      <input
        ref={field}
        className="input in-place"
        aria-label={label}
        maxLength={255}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => on.onChange(target.value)}
        onKeyDown={press}
        onBlur={() => {
          setOpen(false)
          on.onClose?.()
        }}
      />
    )
  return (
    <Heading className="cut">
      <button type="button" ref={button} className="in-place" title={label} onClick={() => setOpen(true)}>
        {value || placeholder}
      </button>
    </Heading>
  )
}
