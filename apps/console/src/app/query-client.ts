import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { CallError, isPassing } from '../api/error.ts'
import { faultOf } from '../api/fault.ts'
import { BASE } from '../base-path.ts'
import { toasts } from '../components/toast.tsx'
import type { I18n } from '../i18n/i18n.ts'

const FRESH_MS = 10_000
const MAX_TRIES = 3

/** The cache of queries. An ended session leads to the sign-in page, and back. */
export function createQueryClient(i18n: () => I18n): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: (tries, error) => isPassing(error) && tries < MAX_TRIES,
      },
    },
    queryCache: new QueryCache({ onError: signInAgain }),
    mutationCache: new MutationCache({
      onError(error, _input, _context, mutation) {
        signInAgain(error)
        if (mutation.meta?.shown) return
        const { title, text } = faultOf(error, i18n())
        toasts.show(`${title} ${text}`)
      },
    }),
  })
}

function signInAgain(error: unknown): void {
  if (!(error instanceof CallError) || error.status !== 401) return
  const { pathname, search } = window.location
  const back = `${pathname.slice(BASE.length)}${search}`
  window.location.assign(`${BASE}/sign-in?return_to=${encodeURIComponent(back)}`)
}
