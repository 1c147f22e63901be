import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'

const { run: runProcess, runHere: run } = useCommands()
const ADA = ['--email', 'ada@example.com', '--name', 'Ada Lovelace']

test('setup: creates the first workspace, and a further one only with --additional', async () => {
  const first = await runProcess(['setup', ...ADA, '--workspace', 'Acme'])
  expect(first).toMatchObject({ code: 0, stderr: '' })
  expect(first.stdout).toMatch(/^Workspace "Acme" is ready; ada@example\.com owns it\. Its id: [0-9a-f-]{36}\n/)
  expect(first.stdout).toMatch(/\nThe owner can set a password with this link .*\/reset-password\?token=[\w-]{43}\n/)
  expect(first.stdout).toMatch(/create-key --name "My first key" --scopes all --data \S+\n$/)

  expect(await run(['setup', ...ADA, '--workspace', 'Labs'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'This instance already has a workspace. To create a further one, add --additional\n',
  })
  expect((await run(['setup', ...ADA, '--workspace', 'Labs', '--additional'])).stdout).toContain('"Labs" is ready')
})

test('setup: needs an owner', async () => {
  const refused = await run(['setup'])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain('--email ada@example.com --workspace Acme')
})

test('setup: reads the environment too', async () => {
  const environment = { HANDRAIL_SETUP_EMAIL: 'ada@example.com', HANDRAIL_SETUP_WORKSPACE: 'Acme' }
  expect((await run(['setup'], { environment })).stdout).toContain('ada@example.com owns it')
})

test('setup: reads the password from standard input, and refuses a short one', async () => {
  const acme = ['setup', ...ADA, '--workspace', 'Acme']
  expect(await run(acme, { input: 'too short\n' })).toMatchObject({ code: 1, stdout: '' })
  const made = await runProcess(acme, { input: 'correct horse battery\n' })
  expect(made.stdout).toContain('is ready')
  expect(made.stdout).not.toContain('reset-password')
})
