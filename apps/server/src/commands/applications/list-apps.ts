import { operations } from '@handrail/core'
import { listCommand } from '../../lists/list-command.ts'
import { allOf, shortTime } from '../../lists/listing.ts'

export const listApps = listCommand({
  name: 'list-apps',
  summary: 'List the OAuth applications created here, newest first',
  none: 'There are no OAuth applications',
  list: (bound) => allOf((paging) => bound.invoke(operations.listApplications, paging)),
  columns: {
    'CLIENT ID': ({ id }) => id,
    NAME: ({ name }) => name,
    TYPE: ({ type }) => type,
    'ACTS ALONE AS': ({ client_credentials_role }) => client_credentials_role ?? '',
    'REDIRECT URIS': ({ redirect_uris }) => redirect_uris.join(' '),
    CREATED: ({ created_at }) => shortTime(created_at),
  },
})
