import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { call } from '../../../../../test/program.ts'

const { run: runProcess, runHere: run, serve } = useCommands()
const setUp = (workspace: string) => ['setup', '--email', 'ada@example.com', '--workspace', workspace, '--additional']

test('list-keys and revoke-key: work while a server runs', async () => {
  await run(setUp('Acme'))
  await run(setUp('Labs'))
  const create = async (name: string, ...more: string[]) =>
    (await run(['create-key', '--name', name, '--scopes', 'contacts:read', ...more])).stdout.trim()
  const invisible = ['--name', 'CRM \u001b[31m', '--workspace', 'Labs']
  expect(await run(['create-key', '--scopes', 'contacts:read', ...invisible])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/cannot be seen/),
  })
  const leaked = await create('CRM', '--workspace', 'Labs')
  const kept = await create('Reports', '--workspace', 'Acme', '--expires-in-days', '30')
  const { url } = await serve()
  const statuses = () =>
    Promise.all([leaked, kept].map(async (key) => (await call(`${url}/api/v1/contacts`, key)).status))
  expect(await statuses()).toEqual([200, 200])

  const { stdout: table } = await runProcess(['list-keys'])
  const lines = table.trimEnd().split('\n')
  expect(lines[0]).toMatch(/^ID +NAME +ENDS IN +STATE +LAST USED +WORKSPACE$/)
  expect(lines).toHaveLength(3)
  expect(table).toContain(`…${leaked.slice(-4)}`)
  expect(table).toMatch(/Reports .* works until 20\d\d-\d\d-\d\d \d\d:\d\dZ/)
  expect(table).not.toContain('\u001b')
  const { stdout: json } = await run(['list-keys', '--workspace', 'Labs', '--json'])
  const keys = JSON.parse(json)
  expect(keys).toMatchObject([
    { workspace: 'Labs', hint: leaked.slice(-4), scopes: ['contacts:read'], expires_at: null },
  ])
  for (const secret of [leaked, kept]) expect(table + json).not.toContain(secret.slice(7, -4))

  expect(await runProcess(['revoke-key', keys[0].id])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('of "Labs" is revoked'),
  })
  await expect.poll(statuses, { timeout: 30_000 }).toEqual([401, 200])
  expect((await run(['list-keys'])).stdout).toMatch(/CRM .* revoked 20/)
}, 60_000)

test('list-keys: an empty list is reported on stderr only', async () => {
  await run(setUp('Acme'))
  expect(await run(['list-keys'])).toMatchObject({ code: 0, stdout: '', stderr: 'There are no API keys\n' })
  expect(await run(['list-keys', '--json'])).toMatchObject({ code: 0, stdout: '[]\n', stderr: '' })
})

test.each([
  [['revoke-key', '019ab3c2-7d1e-7c55-9a40-3f6f0a1b2c3d'], 1, 'There is no API key with the id 019ab3c2'],
  [['revoke-key', 'hr_key'], 1, 'See handrail list-keys'],
  [['list-keys', '--workspace', 'Nowhere'], 1, 'There is no workspace "Nowhere"'],
  [['create-key', '--name', 'x', '--scopes', 'all', '--expires-in-days', 'soon'], 2, 'a number of days from 1,'],
])('%j is refused', async (args, code, sentence) => {
  await run(setUp('Acme'))
  const refused = await run(args)
  expect(refused).toMatchObject({ code, stdout: '' })
  expect(refused.stderr).toContain(sentence)
})
