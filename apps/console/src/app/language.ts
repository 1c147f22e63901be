import { createContext } from 'react'
import type { Language } from '../words/words.ts'

/** Chooses another language. */
export const LanguageContext = createContext<(language: Language) => void>(() => undefined)
