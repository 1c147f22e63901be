import { IMPORTS_UNDER_WAY, type ImportStatus } from '@handrail/core/contract'
import type { Data } from '../../api/operations.ts'

export type Import = Data<'getImport'>

/** Whether the server works on it. */
export function isUnderWay(status: ImportStatus): status is (typeof IMPORTS_UNDER_WAY)[number] {
  return IMPORTS_UNDER_WAY.some((one) => one === status)
}
