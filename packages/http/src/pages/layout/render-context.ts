import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { I18n } from '../i18n/i18n.ts'

/** What the parts of a page need to know of it. */
interface RenderContext {
  /** The path below which the instance is served; usually empty. */
  base: string
  /** The token of the session, for forms. */
  csrf: string | undefined
  /** Not on pages that say all themselves, in the language of a contact. */
  i18n?: I18n
}

export const RenderContext = createContext<RenderContext>({ base: '', csrf: undefined })

export function useI18n(): I18n {
  const { i18n } = useContext(RenderContext)
  if (!i18n) throw new Error('Words are given by the page')
  return i18n
}
