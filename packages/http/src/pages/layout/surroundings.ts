import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Words } from '../words/words.ts'

/** What the parts of a page need to know of it. */
interface Surroundings {
  /** The path below which the instance is served; usually empty. */
  base: string
  /** The token of the session, for forms. */
  csrf: string | undefined
  /** Not on pages that say all themselves, in the language of a contact. */
  words?: Words
}

export const Surroundings = createContext<Surroundings>({ base: '', csrf: undefined })

export function useWords(): Words {
  const { words } = useContext(Surroundings)
  if (!words) throw new Error('Words are given by the page')
  return words
}
