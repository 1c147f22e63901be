import { operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure, MISUSE } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'

interface Options {
  workspace?: string
  confirm?: string
}

export const deleteWorkspaceCommand = command<Options>({
  name: 'delete-workspace',
  summary: 'Delete a workspace permanently with all its data; people keep their accounts. Works while the server runs',
  options: {
    '--workspace <workspace>': 'ID or name of the workspace',
    '--confirm <name>': 'its name again, because only a backup brings it back',
  },
  settings: INSTANCE_SETTINGS,
  examples: ['handrail delete-workspace --workspace Acme --confirm Acme'],
  async run({ config, options: { workspace, confirm }, say }) {
    if (workspace === undefined)
      throw new Failure('Give the workspace and its name again: --workspace Acme --confirm Acme', MISUSE)
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const { id, name } = chooseWorkspace(await allWorkspaces(handrail), workspace)
      if (confirm !== name)
        throw new Failure(`To delete "${name}" with all its data, add: --confirm ${JSON.stringify(name)}`, MISUSE)
      await (await handrail.asSystem()).invoke(operations.deleteWorkspace, { id, name })
      say(`Deleted the workspace "${name}" with all its data`)
    })
  },
})
