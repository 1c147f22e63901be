import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort } from '../../../../../../test/free-port.ts'
import { useCommands } from '../../../../../../test/in-process.ts'

const { run: runProcess, runHere: run, serve } = useCommands()

test('doctor: reports whether the listener for replies answers, and whether mail is delivered to it', async () => {
  const port = await freePort()
  const environment = { HANDRAIL_REPLY_LISTEN: `127.0.0.1:${port}`, HANDRAIL_REPLY_DOMAIN: 'reply.invalid.example' }
  const before = await run(['doctor'], { environment })
  expect(before.stdout).toMatch(new RegExp(`^warn {2}Nothing receives replies at 127.0.0.1:${port}`, 'm'))
  const server = await serve([], { environment })
  const { stdout } = await run(['doctor'], { environment })
  expect(stdout).toMatch(new RegExp(`^ok {4}Replies to mail are received at 127.0.0.1:${port}$`, 'm'))
  expect(stdout).toMatch(/^warn {2}No mail server is announced for reply\.invalid\.example: add an MX record/m)
  server.kill('SIGTERM')
})

test('doctor: fails for another program at the address of the listener', async () => {
  const other = createServer((socket) => socket.end('220 other ESMTP\r\n')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? address?.port : 0
  const environment = { HANDRAIL_REPLY_LISTEN: `127.0.0.1:${port}`, HANDRAIL_REPLY_DOMAIN: 'reply.example.com' }
  const { code, stdout } = await run(['doctor'], { environment })
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^fail {2}Another program uses 127\.0\.0\.1:\d+/m)])
  const { code: started, stderr } = await runProcess(['serve', '--port', '0'], { environment })
  expect([started, stderr]).toEqual([1, expect.stringContaining('Replies cannot be received at 127.0.0.1:')])
  other.close()
})

test('doctor: fails for a mailbox that cannot be read, without showing its password', async () => {
  const environment = {
    HANDRAIL_REPLY_MAILBOX: 'imap://robin:hunter2@127.0.0.1:1/INBOX',
    HANDRAIL_REPLY_ADDRESS: 'support@example.com',
  }
  const { code, stdout } = await run(['doctor'], { environment })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^fail {2}The mailbox for replies cannot be read: the server accepts no connections/m)
  expect(stdout).not.toContain('hunter2')
})
