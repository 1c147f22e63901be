import { expect, test } from 'vitest'
import { useProgram } from '../../../../../test/program.ts'

const { run, serve, path } = useProgram()
const setUp = ['setup', '--email', 'ada@example.com', '--workspace', 'Acme']

test('list-apps, rotate-app-secret and delete-app: work while a server runs', async () => {
  await run(setUp)
  const { url } = await serve()
  const create = ['create-app', '--name', 'CRM', '--redirect-uris', 'https://crm.example.com/cb', '--scopes', 'all']
  const secretIn = (stdout: string) => /client_secret: (hr_cs_\S+)\n$/.exec(stdout)?.[1] ?? ''
  const first = secretIn((await run(create)).stdout)
  const [{ id, ...application }] = JSON.parse((await run(['list-apps', '--json'])).stdout)
  expect(application).toMatchObject({ name: 'CRM', type: 'confidential', workspace: 'Acme' })
  expect((await run(['list-apps'])).stdout).toMatch(
    new RegExp(`${id} +CRM +confidential +https://crm\\.example\\.com/cb`),
  )
  const status = async (client_secret: string) => {
    const body = new URLSearchParams({ token: 'x', client_id: id, client_secret })
    return (await fetch(`${url}/oauth/introspect`, { method: 'POST', body })).status
  }
  const second = secretIn((await run(['rotate-app-secret', id])).stdout)
  expect([await status(first), await status(second)]).toEqual([200, 200])
  const third = secretIn((await run(['rotate-app-secret', id, '--revoke-previous'])).stdout)
  expect([await status(first), await status(second), await status(third)]).toEqual([401, 401, 200])
  expect(await run(['delete-app', id])).toMatchObject({ code: 0, stdout: 'Application deleted\n' })
  expect(await status(third)).toBe(401)
  expect((await run(['list-apps', '--json'])).stdout).toBe('[]\n')
}, 60_000)

test('commands for applications: an unknown ID, and a public application, are reported', async () => {
  await run(setUp)
  const id = '019ab3c2-7d1e-7c55-9a40-3f6f0a1b2c3d'
  for (const name of ['rotate-app-secret', 'delete-app'])
    expect(await run([name, id])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `There is no application with the client id ${id}. See handrail list-apps --data ${path('data')}\n`,
    })
  const open = ['create-app', '--name', 'x', '--redirect-uris', 'cursor://x/cb', '--scopes', 'all', '--public']
  const [, client_id = ''] = /client_id: (\S+)/.exec((await run(open)).stdout) ?? []
  const refused = await run(['rotate-app-secret', client_id])
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is public') })
})
