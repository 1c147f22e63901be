import { AppError, operations } from '@handrail/core'
import { command, DATA_SETTINGS } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { requireDatabase, withInstance } from '../../instance.ts'
import { whereverItIs } from '../../workspaces.ts'

interface Options {
  revokePrevious?: true
}

export const rotateAppSecret = command<Options>({
  name: 'rotate-app-secret',
  summary:
    'Give an OAuth application a new secret and print it, this once; the one before works until the next rotation',
  argument: { name: 'client-id', says: 'client id of the application, as list-apps shows it' },
  options: { '--revoke-previous': 'the secrets before stop working now: for when one has leaked' },
  settings: DATA_SETTINGS,
  examples: [
    'handrail rotate-app-secret 019ab3c2-7d1e-7c55-9a40-3f6f0a1b2c3d',
    'handrail rotate-app-secret 019ab3c2-7d1e-7c55-9a40-3f6f0a1b2c3d --revoke-previous',
  ],
  async run({ config, argument: id, options: { revokePrevious: revoke_previous = false }, say }) {
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const { data: application } = await whereverItIs(
        handrail,
        ({ bound }) => bound.invoke(operations.rotateApplicationSecret, { id, revoke_previous }),
        `There is no application with the client id ${id}. See handrail list-apps`,
      ).catch((error) => {
        if (error instanceof AppError && error.code === 'validation_error') throw new Failure(`The ${error.message}`)
        throw error
      })
      say(`client_secret: ${application.client_secret}`)
      const before = revoke_previous
        ? 'The secrets before stop working now'
        : 'The secret before works until the next rotation'
      process.stderr.write(`Keep the secret of "${application.name}": it is not shown again. ${before}\n`)
    })
  },
})
