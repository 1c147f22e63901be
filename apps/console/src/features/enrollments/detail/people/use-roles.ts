import type { Data } from '../../../../api/operations.ts'
import { useOperation } from '../../../../api/use-operation.ts'

export type Role = Data<'getGuideVersion'>['roles'][number]

const NONE: readonly Role[] = []

/** The roles of the guide version of an enrollment. */
export function useRoles({ guide, guide_version }: Data<'getEnrollment'>): readonly Role[] {
  const query = useOperation('getGuideVersion', { id: guide.id, version_id: guide_version.id })
  return query.data?.data.roles ?? NONE
}
