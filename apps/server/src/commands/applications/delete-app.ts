import { operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { commandLine } from '../../configuration/config.ts'
import { requireDatabase } from '../../data-folder.ts'
import { withInstance } from '../../instance.ts'
import { inItsWorkspace } from '../../workspaces.ts'

export const deleteApp = command({
  name: 'delete-app',
  summary: 'Delete an OAuth application permanently; its connections end within three seconds',
  argument: { name: 'client-id', says: 'client ID of the application, from list-apps' },
  settings: INSTANCE_SETTINGS,
  examples: ['handrail delete-app 019ab3c2-7d1e-7c55-9a40-3f6f0a1b2c3d'],
  async run({ config, argument: id, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      await inItsWorkspace(
        handrail,
        ({ bound }) => bound.invoke(operations.deleteApplication, { id }),
        `There is no application with the client id ${id}. See ${commandLine('list-apps', config)}`,
      )
      say('Application deleted')
    })
  },
})
