import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Milliseconds without a question, and those after which it counts as calm in any case. */
const CALM_MS = 60
const AT_THE_LATEST_MS = 3000

/** Whether what a page asks for at first was answered: from then on it stays so. */
export function useOnceCalm(): boolean {
  const isAsking = useIsFetching() > 0
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    if (isCalm || isAsking) return
    const timer = setTimeout(() => setCalm(true), CALM_MS)
    return () => clearTimeout(timer)
  }, [isCalm, isAsking])
  useEffect(() => {
    const timer = setTimeout(() => setCalm(true), AT_THE_LATEST_MS)
    return () => clearTimeout(timer)
  }, [])
  return isCalm
}
