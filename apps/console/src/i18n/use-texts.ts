import { useMemo } from 'react'
import { type Language, type TranslateOf, translatorOf, useI18n } from './i18n.ts'
import type { Same, Texts } from './keys.ts'

/** Texts of pages that few people open: they are in the scripts of these pages, and not among the texts of all. */
export function useTexts<T extends Texts>(catalogues: { en: T } & Record<Language, Same<T>>): TranslateOf<T> {
  const { language } = useI18n()
  return useMemo(() => translatorOf<T>(language, catalogues[language]), [language, catalogues])
}
