/** The pages of a workspace, below its own address. */
export const PAGE_PATHS = [
  '/',
  '/work',
  '/customers',
  '/enrollments',
  '/enrollments/$id',
  '/guides',
  '/guides/$id/versions',
  '/contacts',
  '/contacts/$id',
  '/organisations',
  '/organisations/$id',
  '/analytics',
  '/imports',
  '/imports/$id',
  '/outbox',
  '/inbox',
] as const

/** Below `/settings`. */
export const SETTING_PATHS = [
  '/',
  '/members',
  '/email',
  '/mail-texts',
  '/plan',
  '/api-keys',
  '/webhooks',
  '/webhooks/$id',
  '/connections',
  '/assistants',
  '/account',
  '/applications',
  '/applications/$id',
  '/metadata',
  '/export',
  '/audit-log',
  '/backups',
] as const

/** Without the navigation beside them. */
export const WHOLE_PATHS = ['/guides/$id', '/guides/$id/try', '/enrollments/$id/see-as'] as const
