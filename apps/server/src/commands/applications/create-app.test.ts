import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'

const { run: runProcess, runHere: run, serve, path } = useCommands()
const setUp = ['setup', '--email', 'ada@example.com', '--workspace', 'Acme']
const uri = 'https://crm.example.com/callback'

test('create-app: prints a client ID and secret that the running server accepts', async () => {
  await run(setUp)
  const { url } = await serve()
  const made = await runProcess(['create-app', '--name', 'CRM', '--redirect-uris', uri, '--scopes', 'contacts:read'])
  expect(made).toMatchObject({ code: 0 })
  const [, client_id = '', client_secret = ''] =
    /^client_id: (\S+)\nclient_secret: (hr_cs_\S+)\n$/.exec(made.stdout) ?? []
  expect(made.stderr).toContain('"CRM" can request contacts:read. Store the secret')
  const ask = (secret: string) =>
    fetch(`${url}/oauth/introspect`, {
      method: 'POST',
      body: new URLSearchParams({ token: 'x', client_id, client_secret: secret }),
    })
  expect((await ask(client_secret)).status).toBe(200)
  expect((await ask('hr_cs_wrong')).status).toBe(401)
})

test('create-app: a public application has no secret', async () => {
  await run(setUp)
  const made = await run([
    'create-app',
    '--name',
    'x',
    '--redirect-uris',
    `${uri} cursor://x/cb`,
    '--scopes',
    'all',
    '--public',
  ])
  expect(made.stdout).toMatch(/^client_id: \S+\n$/)
})

test('create-app: an application with keys acts alone, signing assertions', async () => {
  await run(setUp)
  const { url } = await serve()
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  writeFileSync(path('keys.json'), JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }))
  const options = ['--name', 'Sync', '--scopes', 'contacts:read', '--client-credentials-role', 'viewer']
  const made = await runProcess(['create-app', ...options, '--jwks', path('keys.json')])
  expect(made.stderr).toContain('"Sync" can request contacts:read, also for itself, with the role viewer')
  const [, client_id = ''] = /^client_id: (\S+)\n$/.exec(made.stdout) ?? []
  const exp = Math.floor(Date.now() / 1000) + 60
  const parts = [{ alg: 'EdDSA' }, { iss: client_id, sub: client_id, aud: url, jti: 'one', exp }]
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const client_assertion = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  const fields = { grant_type: 'client_credentials', client_assertion, client_assertion_type }
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) })
  expect(await answer.json()).toMatchObject({ scope: 'contacts_read' })
  expect((await run(['list-apps'])).stdout).toMatch(new RegExp(`${client_id} +Sync +confidential +viewer`))
})

test.each([
  [['--name', 'x', '--scopes', 'all', '--client-credentials-role', 'owner'], 'owner is not a role for applications'],
  [['--name', 'x', '--scopes', 'all', '--client-credentials-role', 'admin', '--public'], 'is for confidential'],
  [['--name', 'x', '--scopes', 'all', '--client-credentials-role', 'admin', '--jwks', 'no.json'], 'no.json is not a'],
  [['--name', 'x', '--scopes', 'all', '--client-credentials-role', 'admin', '--jwks-uri', 'http://x'], 'Jwks uri'],
  [['--name', 'x', '--scopes', 'all'], 'Give a name, the redirect URIs'],
  [['--name', 'x', '--redirect-uris', uri, '--scopes', 'contacts:raed'], 'contacts:raed is not a scope'],
  [['--name', 'x', '--redirect-uris', 'http://crm.example.com', '--scopes', 'all'], 'must start with https://'],
])('%j is refused', async (args, sentence) => {
  await run(setUp)
  const refused = await run(['create-app', ...args])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(sentence)
})
