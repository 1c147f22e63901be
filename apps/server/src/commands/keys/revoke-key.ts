import { operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { commandLine } from '../../configuration/config.ts'
import { requireDatabase } from '../../data-folder.ts'
import { withInstance } from '../../instance.ts'
import { allOf } from '../../lists/listing.ts'
import { inItsWorkspace } from '../../workspaces.ts'

export const revokeKey = command({
  name: 'revoke-key',
  summary: 'Revoke an API key permanently; a running server refuses it within three seconds',
  argument: { name: 'id', says: 'ID of the key, from list-keys' },
  settings: INSTANCE_SETTINGS,
  examples: ['handrail revoke-key 019ab3c2-7d1e-7c55-9a40-3f6f0a1b2c3d'],
  async run({ config, argument: id, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const { name, workspace } = await inItsWorkspace(
        handrail,
        async ({ bound, workspace }) => {
          await bound.invoke(operations.revokeApiKey, { id })
          const keys = await allOf((paging) => bound.invoke(operations.listApiKeys, paging))
          return { name: keys.find((key) => key.id === id.toLowerCase())?.name, workspace: workspace.name }
        },
        `There is no API key with the id ${id}. See ${commandLine('list-keys', config)}`,
      )
      say(`"${name}" of "${workspace}" is revoked`)
    })
  },
})
