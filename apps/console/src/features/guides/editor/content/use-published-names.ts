import { useMemo } from 'react'
import { useOperation } from '../../../../api/use-operation.ts'
import type { SavedGuide, Step } from '../../draft/draft.ts'

/** The names of answers in the published version of a form. They stay: exports and programs refer to them. */
export function usePublishedNames({ id, status }: SavedGuide, step: Step): ReadonlySet<string> {
  const wasPublished = status !== 'draft' && step.type === 'form'
  // An archived guide has such a version too.
  const versions = useOperation('listGuideVersions', { id }, { enabled: wasPublished }).data?.data
  const version_id = versions?.find((version) => version.is_published)?.id
  const version = useOperation(
    'getGuideVersion',
    { id, version_id: version_id ?? '' },
    { enabled: version_id !== undefined },
  ).data?.data
  return useMemo(() => {
    const found = version?.sections.flatMap(({ steps }) => steps).find((one) => one.id === step.id)
    return new Set((found?.content.fields ?? []).map(({ name }) => name))
  }, [version, step.id])
}
