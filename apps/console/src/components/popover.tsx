import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'

/** The props that open a popover, for its button. */
interface ButtonProps {
  ref: RefObject<HTMLButtonElement | null>
  popoverTarget: string
  'aria-haspopup': 'dialog'
}

interface PopoverProps {
  title: string
  /** Whether it opens as soon as it is there, for a button that another one reveals. */
  opensAtOnce?: boolean
  onClose?(): void
  /** Its button. */
  button(own: ButtonProps): ReactNode
  children: ReactNode
}

const GAP = 6

/** A small dialog beside its button, in the browser's top layer: Escape and a click outside close it, and the focus returns. */
export function Popover({ title, opensAtOnce = false, onClose, button, children }: PopoverProps) {
  const id = useId()
  const own = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    if (panel.current && own.current) place(panel.current, own.current)
    panel.current?.querySelector<HTMLElement>(':checked, input, select')?.focus()
  }, [isOpen])
  useEffect(() => {
    if (opensAtOnce) panel.current?.showPopover()
  }, [opensAtOnce])
  return (
    <>
      {button({ ref: own, popoverTarget: id, 'aria-haspopup': 'dialog' })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-labelledby={`${id}-title`}
        className="popover"
        onToggle={({ newState }) => {
          setOpen(newState === 'open')
          if (newState === 'closed') onClose?.()
        }}
      >
        <h3 id={`${id}-title`}>{title}</h3>
        {isOpen && children}
      </div>
    </>
  )
}

/** Puts a panel below its button, or above it where there is more room. On phones the style sheet places it. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const { left, top, bottom } = button.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = panel
  const isBelow = bottom + GAP + height <= window.innerHeight || top < window.innerHeight / 2
  panel.style.setProperty('--left', `${Math.max(GAP, Math.min(left, window.innerWidth - width - GAP))}px`)
  panel.style.setProperty('--top', `${Math.max(GAP, isBelow ? bottom + GAP : top - GAP - height)}px`)
}
