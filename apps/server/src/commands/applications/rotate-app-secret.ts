import { AppError, operations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { commandLine } from '../../configuration/config.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { inItsWorkspace } from '../../workspaces.ts'

interface Options {
  revokePrevious?: true
}

export const rotateAppSecret = command<Options>({
  name: 'rotate-app-secret',
  summary:
    'Rotate the secret of an OAuth application and print the new one, which is shown only once; the previous secret works until the next rotation',
  argument: { name: 'client-id', says: 'client ID of the application, from list-apps' },
  options: { '--revoke-previous': 'also revoke the previous secrets, for example after a leak' },
  settings: INSTANCE_SETTINGS,
  examples: [
    'handrail rotate-app-secret 019ab3c2-7d1e-7c55-9a40-3f6f0a1b2c3d',
    'handrail rotate-app-secret 019ab3c2-7d1e-7c55-9a40-3f6f0a1b2c3d --revoke-previous',
  ],
  async run({ config, argument: id, options: { revokePrevious: revoke_previous = false }, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const { data: application } = await inItsWorkspace(
        handrail,
        ({ bound }) => bound.invoke(operations.rotateApplicationSecret, { id, revoke_previous }),
        `There is no application with the client id ${id}. See ${commandLine('list-apps', config)}`,
      ).catch((error) => {
        if (error instanceof AppError && error.code === 'validation_error') throw new Failure(`The ${error.message}`)
        throw error
      })
      say(`client_secret: ${application.client_secret}`)
      const before = revoke_previous
        ? 'Previous secrets no longer work'
        : 'The previous secret works until the next rotation'
      process.stderr.write(`Store the secret of "${application.name}": it is not shown again. ${before}\n`)
    })
  },
})
