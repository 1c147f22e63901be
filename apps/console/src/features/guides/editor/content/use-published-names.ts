import { useMemo } from 'react'
import { useOperation } from '../../../../api/use-operation.ts'
import type { SavedGuide } from '../../draft/draft.ts'

/** The names of answers in the published version of a step. They stay: exports and programs refer to them. */
export function usePublishedNames({ id, status }: SavedGuide, step: string): ReadonlySet<string> {
  const published = useOperation('getGuide', { id }, { enabled: status === 'published' }).data?.data
  return useMemo(() => {
    const found = published?.sections.flatMap(({ steps }) => steps).find((one) => one.id === step)
    return new Set((found?.content.fields ?? []).map(({ name }) => name))
  }, [published, step])
}
