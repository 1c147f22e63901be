import type { Data } from '../../../../api/operations.ts'
import { useOperation } from '../../../../api/use-operation.ts'

export type Role = Data<'getEnrollmentSteps'>['roles'][number]

const NONE: readonly Role[] = []

/** The roles of the guide version of an enrollment. */
export function useRoles({ id }: Data<'getEnrollment'>): readonly Role[] {
  return useOperation('getEnrollmentSteps', { id }).data?.data.roles ?? NONE
}
