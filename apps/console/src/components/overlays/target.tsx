import { type KeyboardEventHandler, type Ref, useLayoutEffect } from 'react'

interface TargetProps {
  element: HTMLElement
  /** Called with the attributes and handlers that the library gives to its target. */
  onGiven?(given: GivenProps): void
  /** Given by the library, with the other props of a target. */
  ref?: Ref<HTMLElement>
}

/** What the library says of the list that belongs to a field. */
export interface GivenAttributes {
  'aria-controls'?: string | undefined
  'aria-activedescendant'?: string | undefined
}

export interface GivenProps extends GivenAttributes {
  onKeyDown?: KeyboardEventHandler
}

/**
 * Stands for an element that is on the page before the library is loaded, where a component of the library takes its target as a child.
 * The element stays the same, and with it the focus and what is typed.
 */
export function Target({ element, onGiven, ref, ...given }: TargetProps & GivenProps) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return
    const end = ref(element)
    return () => {
      if (end) end()
      else ref(null)
    }
  }, [ref, element])
  useLayoutEffect(() => onGiven?.(given))
  return null
}
