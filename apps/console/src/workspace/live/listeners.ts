import { createContext, useContext, useEffect, useRef } from 'react'
import type { Told } from './stream/changes.ts'

/** Calls back with what the server tells. @returns stops */
export type Hear = (listener: (told: Told) => void) => () => void

export const Hearing = createContext<Hear>(() => () => undefined)

/** For what is not simply asked anew: hears what is told while it is shown. */
export function useTold(listener: (told: Told) => void): void {
  const hear = useContext(Hearing)
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => hear((told) => latest.current(told)), [hear])
}
