import { expect, test } from 'vitest'
import { startMailServer } from '../../../../../packages/core/test/servers/mail-server.ts'
import { useCommands } from '../../../../../test/in-process.ts'

const { run: runProcess, runHere: run, serve } = useCommands()

const GUIDE = '{"title": "Welcome", "sections": [{"title": "Start", "steps": [{"title": "Say hello"}]}]}'

test('send-kept-mail: kept mail is released beside the server, which sends it; mail-server shows the server', async () => {
  await run(['setup', '--email', 'ada@example.com', '--workspace', 'Acme'])
  const token = (await run(['create-key', '--name', 'CRM', '--scopes', 'all'])).stdout.trim()
  const guide = await run(['import-guide', '-'], { input: GUIDE })
  const guide_id = guide.stdout.trim().split(' ').at(-1)
  const first = await serve()
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(`${first.url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.status).toBe(201)
    return (await response.json()).data
  }
  const contact = await post('/contacts', { contact: { email: 'maya@example.com', first_name: 'Maya' } })
  await post('/enrollments', { enrollment: { contact_id: contact.id, guide_id, send_invitation: true } })
  expect((await run(['mail-server'])).stdout).toBe('There is no mail server: mail is kept in the outbox\n')
  const refused = await run(['send-kept-mail'])
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('This instance has no mail server') })
  expect((await run(['mail-server', '--remove'])).code).toBe(1)
  first.kill('SIGTERM')
  await first.ended

  const server = await startMailServer()
  const environment = { SMTP_URL: server.url, MAIL_FROM: 'no-reply@example.com' }
  await serve([], { environment })
  expect((await runProcess(['mail-server'], { environment })).stdout).toMatch(
    /^127\.0\.0\.1:\d+ sends mail as no-reply@example\.com, set in the environment\n$/,
  )
  const dry = await run(['send-kept-mail', '--dry-run'], { environment })
  expect(dry).toMatchObject({ code: 0, stdout: '1 mail would be sent\n' })
  expect(server.tried).toBe(0)
  const sent = await runProcess(['send-kept-mail'], { environment })
  expect(sent).toMatchObject({ code: 0, stdout: '1 mail released for sending\n' })
  await expect.poll(() => server.arrived.length, { timeout: 10_000 }).toBe(1)
  expect(server.arrived[0]?.recipients).toEqual(['maya@example.com'])
  expect((await run(['send-kept-mail'], { environment })).stdout).toBe('0 mails released for sending\n')
  await server.close()
}, 60_000)
