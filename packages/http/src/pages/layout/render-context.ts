import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { I18n } from '../i18n/i18n.ts'

/** The context that components of a page need. */
interface RenderContext {
  /** The path below which the instance is served; usually empty. */
  base: string
  /** The token of the session, for forms. */
  csrf: string | undefined
  /** Undefined on pages for contacts, which have texts of their own. */
  i18n?: I18n
}

export const RenderContext = createContext<RenderContext>({ base: '', csrf: undefined })

export function useI18n(): I18n {
  const { i18n } = useContext(RenderContext)
  if (!i18n) throw new Error('The page provides no i18n')
  return i18n
}
