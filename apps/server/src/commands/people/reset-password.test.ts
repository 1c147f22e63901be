import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'

const { run: runProcess, runHere: run } = useCommands()
const SETUP = ['setup', '--email', 'ada@example.com', '--workspace', 'Acme']
const LINK = /^http:\/\/localhost:3000\/reset-password\?token=[\w-]{43}$/m

test('reset-password: prints a link for a known address, and refuses others', async () => {
  await run(SETUP)
  const printed = await runProcess(['reset-password', 'ada@example.com'])
  expect(printed).toMatchObject({ code: 0, stdout: expect.stringMatching(LINK) })
  expect(await run(['reset-password', 'eve@example.com'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'There is no account with the e-mail address eve@example.com\n',
  })
})

test('create-user: creates an account with a role, and prints a link if no password is given', async () => {
  await run(SETUP)
  const grace = ['create-user', 'grace@example.com', '--name', 'Grace Hopper', '--role', 'editor']
  const made = await runProcess(grace)
  expect(made.stdout).toContain('grace@example.com is editor of "Acme"')
  expect(made.stdout).toMatch(LINK)
  expect(await run(grace)).toMatchObject({ code: 1, stderr: 'Email already has an account\n' })
  expect(await run(['create-user', 'o@example.com', '--role', 'owner'])).toMatchObject({
    code: 1,
    stderr: 'Role is taken: the workspace has an owner\n',
  })
  const withPassword = await run(['create-user', 'joan@example.com'], { input: 'correct horse battery\n' })
  expect(withPassword.stdout).toBe('joan@example.com is viewer of "Acme"\n')
})
