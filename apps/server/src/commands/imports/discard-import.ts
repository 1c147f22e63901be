import { operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { commandLine } from '../../configuration/config.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { inItsWorkspace, selectWorkspaces } from '../../workspaces.ts'

const UNDER_WAY = ['reading', 'checking', 'running', 'undoing']

export const discardImportCommand = command({
  name: 'discard-import',
  summary: 'Give up an import that does not end; the records it made stay. Works while the server runs',
  argument: { name: 'id', says: 'ID of the import, from its page in the console' },
  settings: INSTANCE_SETTINGS,
  examples: ['handrail discard-import 019aa0f4-7c00-7000-8000-000000000099'],
  async run({ config, argument: id, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const found = await inItsWorkspace(
        handrail,
        async ({ workspace, bound }) => ({
          workspace,
          bound,
          job: (await bound.invoke(operations.getImport, { id })).data,
        }),
        await unknown(handrail, id),
      )
      const { bound, workspace, job } = found
      if (job.status === 'failed') {
        say(`The import of ${job.file_name} into "${workspace.name}" has already failed: ${job.problem}`)
        return
      }
      if (['done', 'undone'].includes(job.status))
        throw new Failure(
          `The import of ${job.file_name} is ${job.status}. Undo it with: ${commandLine(`undo-import ${id}`, config)}`,
        )
      await bound.invoke(operations.discardImport, { id })
      say(`Gave up the import of ${job.file_name} into "${workspace.name}"`)
      if (['running', 'undoing'].includes(job.status))
        say(`The records it made stay. Undo it with: ${commandLine(`undo-import ${id}`, config)}`)
    })
  },
})

/** The error for an unknown ID, which lists the running imports. */
async function unknown(handrail: Parameters<typeof selectWorkspaces>[0], id: string): Promise<string> {
  const places = await selectWorkspaces(handrail, undefined)
  const lines = await Promise.all(
    places.map(async ({ workspace, bound }) =>
      (await bound.invoke(operations.listImports, { per_page: 100 })).data
        .filter(({ status }) => UNDER_WAY.includes(status))
        .map((job) => `  ${job.id}  ${job.file_name}, ${job.status}, "${workspace.name}"`),
    ),
  )
  const underWay = lines.flat()
  const others = underWay.length === 0 ? ['No import is running'] : ['Running imports:', ...underWay]
  return [`No workspace has an import ${id}. ${others[0]}`, ...others.slice(1)].join('\n')
}
