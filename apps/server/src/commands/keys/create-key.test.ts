import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { call } from '../../../../../test/program.ts'

const { run: runProcess, runHere: run, serve } = useCommands()
const setUp = (workspace: string) => ['setup', '--email', 'ada@example.com', '--workspace', workspace, '--additional']

test('create-key: works while a server runs, and the key has its scopes only', async () => {
  await run(setUp('Acme'))
  const { url } = await serve()
  const made = await runProcess(['create-key', '--name', 'CRM sync', '--scopes', 'contacts:read contacts_write'])
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^hr_key_[\w-]{43}\n$/) })
  expect(made.stderr).toContain('"CRM sync" can use contacts:read, contacts:write in "Acme"')
  const token = made.stdout.trim()
  const body = { contact: { email: 'grace@example.com', first_name: 'Grace' } }
  expect(await call(`${url}/api/v1/contacts`, token, { method: 'POST', body })).toMatchObject({ status: 201 })
  expect(await call(`${url}/api/v1/guides`, token)).toMatchObject({ status: 403 })
})

test('create-key: needs a workspace by name or ID if there are several', async () => {
  await run(setUp('Acme'))
  await run(setUp('Labs'))
  const asked = await run(['create-key', '--name', 'x', '--scopes', 'all'])
  expect(asked).toMatchObject({ code: 1, stdout: '' })
  expect(asked.stderr).toMatch(/^Choose a workspace with --workspace and its ID\. There are:\n.* Acme\n.* Labs\n$/)
  const id = /(\S+) {2}Labs/.exec(asked.stderr)?.[1] ?? ''
  const byId = await run(['create-key', '--name', 'x', '--scopes', 'all', '--workspace', id])
  expect(byId.stderr).toContain('in "Labs"')
  const byName = await run(['create-key', '--name', 'x', '--scopes', 'all', '--workspace', 'Acme'])
  expect(byName.stderr).toContain('in "Acme"')
})

test.each([
  [['--scopes', 'all'], 2, 'Give a name and the scopes'],
  [['--name', 'x', '--scopes', 'contacts:raed'], 2, 'contacts:raed is not a scope. Did you mean contacts:read?'],
  [['--name', 'x', '--scopes', ''], 2, 'Known scopes: contacts:read'],
  [['--name', 'x', '--scopes', 'all'], 1, 'There is no database at'],
])('%j is refused', async (args, code, sentence) => {
  const refused = await run(['create-key', ...args])
  expect(refused).toMatchObject({ code, stdout: '' })
  expect(refused.stderr).toContain(sentence)
})

test('create-key: refuses an instance without a workspace', async () => {
  await run(['migrate'])
  const refused = await run(['create-key', '--name', 'x', '--scopes', 'all'])
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no workspace yet') })
})
