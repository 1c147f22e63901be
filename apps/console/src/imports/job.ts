import type { Data } from '../door/operations.ts'

export type Import = Data<'getImport'>
