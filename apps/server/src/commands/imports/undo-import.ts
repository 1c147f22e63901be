import { operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'
import { followImport } from './import-progress.ts'

export const undoImportCommand = command<{ workspace?: string }>({
  name: 'undo-import',
  summary: 'Undo an import, except for records changed since; works while the server runs',
  argument: { name: 'id', says: 'ID of the import, as `import` printed it' },
  options: { '--workspace <workspace>': 'ID or name of the workspace; required if there are several' },
  settings: INSTANCE_SETTINGS,
  examples: ['handrail undo-import 019aa0f4-7c00-7000-8000-000000000099'],
  async run({ config, argument: id, options, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const chosen = chooseWorkspace(await allWorkspaces(handrail), options.workspace)
      const bound = await handrail.asSystem(chosen.id)
      await bound.invoke(operations.undoImport, { id })
      const { undone, left } = await followImport(bound, id, 'Undoing')
      say(`Undid ${undone} ${undone === 1 ? 'row' : 'rows'} of the import into "${chosen.name}"`)
      if (left > 0) say(`${left} were kept because somebody has changed them since. The console lists them`)
    })
  },
})
