import { createContext } from 'react'
import type { Language } from './i18n.ts'

/** Chooses another language. */
export const LanguageContext = createContext<(language: Language) => void>(() => undefined)
