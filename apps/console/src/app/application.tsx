import { HeadlessMantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Toasts } from '../parts/toast.tsx'
import { keepLanguage, type Language, loadWords, type Words, WordsContext } from '../words/words.ts'
import { LanguageContext } from './language.ts'
import { createQueryClient } from './query.ts'
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
