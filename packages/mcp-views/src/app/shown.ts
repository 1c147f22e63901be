import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Place } from '../host/context.ts'
import type { Host } from '../host/host.ts'
import { COMMON, type CommonWords } from '../words/common.ts'
import type { Words } from '../words/language.ts'

/** What every part of a view needs. */
export interface Shown {
  host: Host
  place: Place
  /** The arguments of the model. */
  given: Record<string, unknown>
  /** Calls the tool of the view again, and shows the answer. */
  refresh(): Promise<void>
}

export const ShownContext = createContext<Shown | undefined>(undefined)

export function useShown(): Shown & { common: CommonWords } {
  const shown = useContext(ShownContext)
  if (!shown) throw new Error('A part of a view is drawn before the host has answered')
  return { ...shown, common: COMMON[shown.place.language] }
}

export function useWords<T>(words: Words<T>): T {
  return words[useShown().place.language]
}
