import { contract } from '../contract/contract.ts'

export const LISTS = ['contacts', 'organisations', 'enrollments', 'guides', 'emails', 'audit_entries'] as const

/** The file types of a list. */
export const LIST_FORMATS = ['csv', 'xlsx'] as const

export const exportsContract = contract({
  name: 'exports',
  rights: { 'exports:manage': { holder: 'admin' } },
})
