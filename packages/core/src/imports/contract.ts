import { contract } from '../contract/contract.ts'

export const IMPORTED = ['contacts', 'organisations'] as const
export type Imported = (typeof IMPORTED)[number]

/**
 * `reading`, `checking`, `running` and `undoing` are work under way, each followed by its final state: `read`,
 * `checked`, `done`, `undone`. `failed`: the import was cancelled, with a reason; its rows are deleted.
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

/** The statuses in which the service works on it. */
export const ACTIVE_IMPORT_STATUSES = [
  'reading',
  'checking',
  'running',
  'undoing',
] as const satisfies readonly ImportStatus[]
export type ActiveImportStatus = (typeof ACTIVE_IMPORT_STATUSES)[number]

/** The reasons of a failed import: for programs, and for translation. */
export const IMPORT_PROBLEMS = [
  'unreadable',
  'too_long',
  'too_large',
  'took_too_long',
  'took_too_much_memory',
  'ended_process',
  'kept_failing',
  'discarded',
] as const
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]

/** The actual or expected outcome of a row; for an undone import, whether the row was undone or left. */
export const ROW_OUTCOMES = ['waiting', 'created', 'updated', 'unchanged', 'faulty', 'undone', 'left'] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

/** The fields that a column can be mapped to, in addition to `metadata.<name>`. */
export const IMPORT_TARGETS = {
  contacts: [
    'email',
    'first_name',
    'last_name',
    'full_name',
    'last_first_name',
    'external_id',
    'organisation',
    'organisation_external_id',
    'language',
  ],
  organisations: ['name', 'domain', 'external_id'],
} as const satisfies Record<Imported, readonly string[]>

/** The target that keeps a column as metadata under its own name; empty for a name without letters and digits. */
export function metadataTarget(column: string): string {
  const name = column.replaceAll('.', ' ').replaceAll(/\s/g, ' ').split(' ').filter(Boolean).join(' ').toLowerCase()
  return name === '' ? '' : `metadata.${[...name].slice(0, 90).join('').trim()}`
}

export const importsContract = contract({
  name: 'imports',
  label: { en: 'Many at once', de: 'Viele auf einmal' },
  rights: {
    'imports:manage': { holder: 'admin' },
    'imports:write': {
      holder: 'editor',
      scope: {
        description: 'Import contacts, and enroll and invite many at once',
        name: {
          en: 'Import contacts, and enroll and invite many at once',
          de: 'Kontakte importieren, viele auf einmal einschreiben und einladen',
        },
        effects: ['sends'],
        isTickedByHand: true,
      },
    },
  },
  reads: {
    listImports: {},
    getImport: {},
    listImportRows: {},
  },
})
