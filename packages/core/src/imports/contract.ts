import { contract } from '../contract/contract.ts'

export const IMPORTED = ['contacts', 'organisations'] as const
export type Imported = (typeof IMPORTED)[number]

/**
 * `reading`, `checking`, `running` and `undoing` are work under way, each followed by the state that it leads to: `read`,
 * `checked`, `done`, `undone`. `failed`: it was given up, and says why; its rows go.
 */
export const IMPORT_STATUSES = [
  'reading',
  'read',
  'checking',
  'checked',
  'running',
  'done',
  'undoing',
  'undone',
  'failed',
] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** Where the service works on it. */
export const ACTIVE_IMPORT_STATUSES = [
  'reading',
  'checking',
  'running',
  'undoing',
] as const satisfies readonly ImportStatus[]

/** Why an import failed: for programs, and for those who say it in another language than English. */
export const IMPORT_PROBLEMS = [
  'unreadable',
  'too_long',
  'too_large',
  'took_too_long',
  'took_too_much_memory',
  'kept_failing',
  'discarded',
] as const
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]

/** What became of a row, or would become of it: of an import that is undone, what could be taken back and what was left. */
export const ROW_OUTCOMES = ['waiting', 'created', 'updated', 'unchanged', 'faulty', 'undone', 'left'] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

/** What a column can go to, beside `metadata.<name>`. */
export const IMPORT_TARGETS = {
  contacts: ['email', 'first_name', 'last_name', 'external_id', 'organisation', 'organisation_external_id', 'language'],
  organisations: ['name', 'domain', 'external_id'],
} as const satisfies Record<Imported, readonly string[]>

export const importsContract = contract({
  name: 'imports',
  rights: { 'imports:manage': { holder: 'admin' } },
  reads: {
    listImports: {},
    getImport: {},
    listImportRows: {},
  },
})
