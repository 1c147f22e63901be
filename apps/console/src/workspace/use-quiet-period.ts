import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Milliseconds without a question, and those after which it counts as calm in any case. */
const QUIET_MS = 60
const AT_THE_LATEST_MS = 3000

/** Whether the first queries of a page have an answer; it stays true from then on. */
export function useQuietPeriod(): boolean {
  const isAsking = useIsFetching() > 0
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    if (isQuiet || isAsking) return
    const timer = setTimeout(() => setQuiet(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [isQuiet, isAsking])
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), AT_THE_LATEST_MS)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet
}
