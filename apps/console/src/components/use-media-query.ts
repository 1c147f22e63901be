import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches, such as `(min-width: 64rem)`; kept up to date. */
export function useMediaQuery(query: string): boolean {
  const follow = useCallback(
    (told: () => void) => {
      const asked = window.matchMedia(query)
      asked.addEventListener('change', told)
      return () => asked.removeEventListener('change', told)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => window.matchMedia(query).matches)
}
