import { ACTIVE_IMPORT_STATUSES, type ImportStatus } from '@handrail/core/contract'
import type { Data } from '../../api/operations.ts'

export type Import = Data<'getImport'>

/** Whether the server works on it. */
export function isUnderWay(status: ImportStatus): status is (typeof ACTIVE_IMPORT_STATUSES)[number] {
  return ACTIVE_IMPORT_STATUSES.some((one) => one === status)
}
