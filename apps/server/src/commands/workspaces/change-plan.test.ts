import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { call } from '../../../../../test/program.ts'

const { run: runProcess, runHere: run, serve, path } = useCommands()

test('change-plan: missing entitlements end while the server runs', async () => {
  const plans = path('plans.json')
  writeFileSync(plans, '{"closed": {"entitlements": ["webhooks"]}}')
  await run(['setup', '--email', 'ada@example.com', '--workspace', 'Acme'])
  const { url } = await serve(['--plans', plans])
  const newKey = async () => (await run(['create-key', '--name', 'CRM', '--scopes', 'all'])).stdout.trim()
  const status = async (token: string) => (await call(`${url}/api/v1/contacts`, token)).status
  const [used, unused] = await Promise.all([newKey(), newKey()])
  expect(await status(used)).toBe(200)
  const changed = await runProcess(['change-plan', 'closed', '--plans', plans])
  expect(changed).toMatchObject({ code: 0, stdout: '"Acme" is now on the plan closed; before: self-hosted\n' })
  // The other one it remembers for up to three seconds: this is another process.
  expect(await status(unused)).toBe(403)

  const unknown = await run(['change-plan', 'golden', '--plans', plans])
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toContain('Plan is not one of closed, self-hosted')
})
