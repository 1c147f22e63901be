import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is as a media query says, such as `(min-width: 64rem)`; it is said anew when that changes. */
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
