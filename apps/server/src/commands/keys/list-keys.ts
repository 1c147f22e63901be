import { operations } from '@handrail/core'
import { listCommand } from '../../lists/list-command.ts'
import { allOf, shortTime } from '../../lists/listing.ts'

export const listKeys = listCommand({
  name: 'list-keys',
  summary: 'List the API keys with their scopes and last use, newest first',
  none: 'There are no API keys',
  list: (bound) => allOf((paging) => bound.invoke(operations.listApiKeys, paging)),
  columns: {
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    'ENDS IN': ({ hint }) => `…${hint}`,
    STATE: stateOf,
    'LAST USED': ({ last_used_at }) => shortTime(last_used_at),
  },
})

function stateOf({ revoked_at, expires_at }: { revoked_at: string | null; expires_at: string | null }): string {
  if (revoked_at !== null) return `revoked ${shortTime(revoked_at)}`
  if (expires_at === null) return 'works'
  return `${expires_at <= new Date().toISOString() ? 'expired' : 'works until'} ${shortTime(expires_at)}`
}
