import { operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { commandLine } from '../../configuration/config.ts'
import { requireDatabase } from '../../data-folder.ts'
import { withInstance } from '../../instance.ts'
import { inItsWorkspace } from '../../workspaces.ts'

export const disconnect = command({
  name: 'disconnect',
  summary: 'End a connection of an application; its tokens are refused within three seconds',
  argument: { name: 'id', says: 'ID of the connection, from list-connections' },
  settings: INSTANCE_SETTINGS,
  examples: ['handrail disconnect 019ab3c2-7d1e-7c55-9a40-3f6f0a1b2c3d'],
  async run({ config, argument: id, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      await inItsWorkspace(
        handrail,
        ({ bound }) => bound.invoke(operations.revokeConnection, { id }),
        `There is no connection with the id ${id}. See ${commandLine('list-connections', config)}`,
      )
      say('Application disconnected')
    })
  },
})
