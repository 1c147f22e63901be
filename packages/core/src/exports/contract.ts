import { contract } from '../contract/contract.ts'

export const LISTS = ['contacts', 'organisations', 'enrollments', 'guides', 'emails', 'audit_entries'] as const

export const exportsContract = contract({
  name: 'exports',
  rights: { 'exports:manage': { holder: 'admin' } },
})
