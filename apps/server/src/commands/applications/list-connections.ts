import { operations } from '@handrail/core'
import { listCommand } from '../../lists/list-command.ts'
import { shortTime } from '../../lists/listing.ts'

export const listConnectionsCommand = listCommand({
  name: 'list-connections',
  summary: 'List the connections of people to applications, newest first',
  none: 'There are no connections',
  async list(bound) {
    const all = []
    for (let after: string | undefined | null; after !== null; ) {
      const { data, meta } = await bound.invoke(operations.listConnections, { ...(after && { after }) })
      all.push(...data)
      after = meta.next_after
    }
    return all
  },
  columns: {
    ID: ({ id }) => id,
    APPLICATION: ({ application }) => application.name,
    PERSON: ({ user }) => user.email,
    PERMISSIONS: ({ scopes }) => (scopes.some((scope) => !scope.endsWith(':read')) ? 'read and write' : 'read'),
    'LAST USED': ({ last_used_at }) => shortTime(last_used_at),
  },
})
