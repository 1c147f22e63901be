import { HeadlessMantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Toasts } from '../components/toast.tsx'
import { LanguageContext } from '../i18n/choose-language.ts'
import { keepLanguage, type Language, loadWords, type Words, WordsContext } from '../i18n/i18n.ts'
import { createQueryClient } from './query-client.ts'
import { createRoutes } from './routes.tsx'

/** Everything that the pages stand on. */
export function Application({ first }: { first: Words }) {
  const [words, setWords] = useState(first)
  const current = useRef(words)
  current.current = words
  const client = useMemo(() => createQueryClient(() => current.current), [])
  const router = useMemo(createRoutes, [])
  const choose = async (language: Language) => {
    const [chosen] = await Promise.all([loadWords(language), keepLanguage(language)])
    setWords(chosen)
  }
  useEffect(() => {
    document.documentElement.lang = words.language
  }, [words])
  return (
    <QueryClientProvider client={client}>
      <HeadlessMantineProvider>
        <WordsContext value={words}>
          <LanguageContext value={choose}>
            <RouterProvider router={router} />
            <Toasts />
          </LanguageContext>
        </WordsContext>
      </HeadlessMantineProvider>
    </QueryClientProvider>
  )
}
