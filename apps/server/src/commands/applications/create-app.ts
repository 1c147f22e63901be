import { readFileSync } from 'node:fs'
import { ALL_SCOPES, AppError, operations } from '@handrail/core'
import { GRANTABLE_ROLES } from '@handrail/core/internal'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure, MISUSE } from '../../failure.ts'
import { withInstance } from '../../instance.ts'
import { allWorkspaces, chooseWorkspace } from '../../workspaces.ts'
import { scopesOf } from '../keys/scopes.ts'

interface Options {
  name?: string
  redirectUris?: string
  scopes?: string
  public?: boolean
  clientCredentialsRole?: string
  jwks?: string
  jwksUri?: string
  workspace?: string
}

export const createApp = command<Options>({
  name: 'create-app',
  summary:
    'Create an OAuth application and print its client ID and secret, which are shown only once; works while the server runs',
  options: {
    '--name <name>': 'name shown on the consent page',
    '--redirect-uris <uris>': 'redirect URIs, separated by spaces; none are needed with --client-credentials-role',
    '--scopes <scopes>': `"all", or some of: ${ALL_SCOPES.join(' ')}`,
    '--public': 'public client that cannot keep a secret (in a browser or on a device) and uses PKCE',
    '--client-credentials-role <role>': `role with which it may get tokens for itself: ${GRANTABLE_ROLES.join(', ')}`,
    '--jwks <file>': 'file with its public keys (JWKS); it then signs assertions (private_key_jwt) and has no secret',
    '--jwks-uri <address>': 'https address of its public keys, instead of a file',
    '--workspace <workspace>': 'ID or name of the workspace; required if there are several',
  },
  settings: INSTANCE_SETTINGS,
  examples: [
    'handrail create-app --name "CRM" --redirect-uris https://crm.example.com/callback --scopes "contacts:read contacts:write"',
    'handrail create-app --name "My script" --redirect-uris http://localhost/callback --scopes all --public',
    'handrail create-app --name "Nightly sync" --scopes contacts:read --client-credentials-role viewer --jwks keys.json',
  ],
  async run({ config, options, say }) {
    const { name, redirectUris = '', scopes, clientCredentialsRole: role, jwks, jwksUri, workspace } = options
    if (name === undefined || scopes === undefined || (redirectUris === '' && role === undefined))
      throw new Failure(
        'Give a name, the redirect URIs and the scopes: --name CRM --redirect-uris https://crm.example.com/callback --scopes all',
        MISUSE,
      )
    const fields = {
      name,
      redirect_uris: redirectUris.split(/\s+/).filter((uri) => uri !== ''),
      scopes: scopesOf(scopes),
      type: options.public ? ('public' as const) : ('confidential' as const),
      client_credentials_role: role === undefined ? null : roleOf(role),
      jwks: jwks === undefined ? null : keysIn(jwks),
      jwks_uri: jwksUri ?? null,
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
      const note = application.client_secret === undefined ? '' : '. Store the secret: it is not shown again'
      const alone = role === undefined ? '' : `, also for itself, with the role ${role}`
      process.stderr.write(`"${application.name}" can request ${application.scopes.join(', ')}${alone}${note}\n`)
    })
  },
})

function roleOf(text: string) {
  const role = GRANTABLE_ROLES.find((known) => known === text)
  if (role) return role
  throw new Failure(`${text} is not a role for applications. Known are ${GRANTABLE_ROLES.join(', ')}`, MISUSE)
}

/** The JWKS in a file; its keys are checked with the other fields. */
function keysIn(file: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Failure(`${file} is not a readable JSON file with a JWKS`, MISUSE)
  }
}
