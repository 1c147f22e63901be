import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isPassing } from '../api/error.ts'
import { faultOf } from '../api/fault.ts'
import { session } from '../api/session.ts'
import { toasts } from '../components/toast.tsx'
import type { I18n } from '../i18n/i18n.ts'

const FRESH_MS = 10_000
const MAX_TRIES = 3

/** The cache of queries. An ended session leads to the sign-in page, and back, unless the page keeps unsaved text. */
export function createQueryClient(i18n: () => I18n): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (tries, error) => isPassing(error) && tries < MAX_TRIES,
      },
    },
    queryCache: new QueryCache({ onError: session.report }),
    mutationCache: new MutationCache({
      onError(error, _input, _context, mutation) {
        session.report(error)
        if (mutation.meta?.shown) return
        const { title, text } = faultOf(error, i18n())
        toasts.show(`${title} ${text}`)
      },
    }),
  })
}
