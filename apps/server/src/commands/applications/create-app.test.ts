import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'

const { run: runProcess, runHere: run, serve } = useCommands()
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

test.each([
  [['--name', 'x', '--scopes', 'all'], 'Give a name, the redirect URIs'],
  [['--name', 'x', '--redirect-uris', uri, '--scopes', 'contacts:raed'], 'contacts:raed is not a scope'],
  [['--name', 'x', '--redirect-uris', 'http://crm.example.com', '--scopes', 'all'], 'must start with https://'],
])('%j is refused', async (args, sentence) => {
  await run(setUp)
  const refused = await run(['create-app', ...args])
  expect(refused).toMatchObject({ code: 2, stdout: '' })
  expect(refused.stderr).toContain(sentence)
})
