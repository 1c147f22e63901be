import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Toasts } from '../components/toast.tsx'
import { LanguageContext } from '../i18n/choose-language.ts'
import { type I18n, I18nContext, type Language, loadI18n, saveLanguage } from '../i18n/i18n.ts'
import { createQueryClient } from './query-client.ts'
import { createRoutes } from './routes.tsx'

/** Everything that the pages stand on. */
export function Application({ first }: { first: I18n }) {
  const [i18n, setI18n] = useState(first)
  const current = useRef(i18n)
  current.current = i18n
  const client = useMemo(() => createQueryClient(() => current.current), [])
  const router = useMemo(createRoutes, [])
  const choose = async (language: Language) => {
    const [chosen] = await Promise.all([loadI18n(language), saveLanguage(language)])
    setI18n(chosen)
  }
  useEffect(() => {
    document.documentElement.lang = i18n.language
  }, [i18n])
  return (
    <QueryClientProvider client={client}>
      <I18nContext value={i18n}>
        <LanguageContext value={choose}>
          <RouterProvider router={router} />
          <Toasts />
        </LanguageContext>
      </I18nContext>
    </QueryClientProvider>
  )
}
