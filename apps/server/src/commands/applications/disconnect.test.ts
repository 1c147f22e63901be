import { hash } from 'node:crypto'
import { createHandrail, operations } from '@handrail/core'
import { authorizationRequest, findClient, grantConsent, redeemCode, requestConsent } from '@handrail/core/internal'
import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { call } from '../../../../../test/program.ts'

const { listMembers, listWorkspaces } = operations

const { run: runProcess, runHere: run, serve, path } = useCommands()
const VERIFIER = 'verifier-'.repeat(5)
const CHALLENGE = hash('sha256', VERIFIER, 'base64url')
const REDIRECT_URI = 'https://crm.example.com/cb'

/** Somebody connects an application, on the same data. @returns the access token */
async function connect(database: string, publicUrl: string, id: string): Promise<string> {
  const handrail = await createHandrail({ database, publicUrl, upkeep: false, webhooks: { deliver: false } })
  const { context, ...system } = await handrail.asSystem()
  const [workspace] = (await system.invoke(listWorkspaces, {})).data
  const bound = await handrail.asSystem(workspace?.id ?? '')
  const { user_id } = (await bound.invoke(listMembers, {})).data[0] ?? { user_id: '' }
  const client = await findClient(context, id)
  if (!client || !workspace) throw new Error('The server knows nothing of them')
  const asked = { redirect_uri: REDIRECT_URI, response_type: 'code', state: undefined, resource: [] }
  const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
  const request = authorizationRequest(context, client, { ...asked, ...pkce, scope: 'contacts_read contacts_write' })
  const ticket = await requestConsent(context, { user_id, client_id: id, request })
  const yes = { ticket, user_id, workspace_id: workspace.id, scopes: request.scopes, readOnly: false }
  const { code } = await grantConsent(context, yes)
  const redemption = { client, code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER, resource: [] }
  const { access_token } = await redeemCode(context, redemption)
  await handrail.close()
  return access_token
}

test('list-connections and disconnect: work while a server runs, and are in the audit log', async () => {
  await run(['setup', '--email', 'ada@example.com', '--name', 'Ada', '--workspace', 'Acme'])
  const { url } = await serve()
  const app = ['create-app', '--name', 'CRM', '--redirect-uris', REDIRECT_URI, '--scopes', 'all', '--public']
  const [, client_id = ''] = /client_id: (\S+)/.exec((await run(app)).stdout) ?? []
  const token = await connect(path('data/handrail.db'), url, client_id)
  const status = async () => (await call(`${url}/api/v1/contacts`, token)).status
  expect(await status()).toBe(200)

  expect((await runProcess(['list-connections'])).stdout).toMatch(/CRM +ada@example\.com +read and write .* Acme\n$/)
  const connections = JSON.parse((await run(['list-connections', '--json'])).stdout)
  expect(connections).toMatchObject([{ workspace: 'Acme', application: { id: client_id }, user: { name: 'Ada' } }])
  expect(await runProcess(['disconnect', connections[0].id])).toMatchObject({
    code: 0,
    stdout: 'Application disconnected\n',
  })
  await expect.poll(status, { timeout: 8000 }).toBe(401)
  expect(await run(['list-connections'])).toMatchObject({ code: 0, stdout: '', stderr: 'There are no connections\n' })
  expect(await run(['disconnect', connections[0].id])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('See handrail list-connections'),
  })

  const entries: { action: string; door: string }[] = JSON.parse((await runProcess(['audit', '--json'])).stdout)
  // The link for the owner was issued with the workspace.
  const others = entries.filter(({ action }) => action !== 'password_link.issued')
  expect(others.map(({ action, door }) => [action, door])).toEqual([
    ['application.disconnected', 'command_line'],
    ['application.connected', 'command_line'],
    ['application.created', 'command_line'],
    ['workspace.created', 'command_line'],
  ])
  const { stdout: newest } = await run(['audit', '--last', '1'])
  expect(newest).toMatch(
    /^TIME +WHO .*\n.* Operator +command_line +application\.disconnected +application=CRM +Acme\n$/,
  )
  expect(await run(['audit', '--last', '0'])).toMatchObject({ code: 2, stdout: '' })
}, 60_000)
