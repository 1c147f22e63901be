import { ALL_SCOPES, AppError, operations } from '@handrail/core'
import { command, DATA_SETTINGS } from '../../command.ts'
import { Failure, MISUSE } from '../../failure.ts'
import { requireDatabase, withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'
import { scopesOf } from '../keys/scopes.ts'

interface Options {
  name?: string
  redirectUris?: string
  scopes?: string
  public?: boolean
  workspace?: string
}

export const createApp = command<Options>({
  name: 'create-app',
  summary: 'Create an OAuth application and print its client id and secret, this once; a server may be running',
  options: {
    '--name <name>': 'shown to the people who are asked to connect it',
    '--redirect-uris <uris>': 'where they are sent back to; several are separated by spaces',
    '--scopes <scopes>': `"all", or some of: ${ALL_SCOPES.join(' ')}`,
    '--public': 'it cannot keep a secret (runs in browsers or on devices) and uses PKCE',
    '--workspace <workspace>': 'id or name of the workspace, when there are several',
  },
  settings: DATA_SETTINGS,
  examples: [
    'handrail create-app --name "CRM" --redirect-uris https://crm.example.com/callback --scopes "contacts:read contacts:write"',
    'handrail create-app --name "My script" --redirect-uris http://localhost/callback --scopes all --public',
  ],
  async run({ config, options, say }) {
    const { name, redirectUris, scopes, workspace } = options
    if (name === undefined || redirectUris === undefined || scopes === undefined)
      throw new Failure(
        'Say what it is called, where people return to, and what it may ask for: --name CRM --redirect-uris https://crm.example.com/callback --scopes all',
        MISUSE,
      )
    const fields = {
      name,
      redirect_uris: redirectUris.split(/\s+/).filter((uri) => uri !== ''),
      scopes: scopesOf(scopes),
      type: options.public ? ('public' as const) : ('confidential' as const),
    }
    requireDatabase(config)
    await withInstance(config, async (handrail) => {
      const chosen = chooseWorkspace(await allWorkspaces(handrail), workspace)
      const bound = await handrail.asSystem(chosen.id)
      const { data: application } = await bound.invoke(operations.createApplication, fields).catch((error) => {
        if (error instanceof AppError && error.code === 'validation_error') throw new Failure(error.message, MISUSE)
        throw error
      })
      say(`client_id: ${application.id}`)
      if (application.client_secret !== undefined) say(`client_secret: ${application.client_secret}`)
      const note = application.client_secret === undefined ? '' : '. Keep the secret: it is not shown again'
      process.stderr.write(`"${application.name}" may ask for ${application.scopes.join(', ')}${note}\n`)
    })
  },
})
