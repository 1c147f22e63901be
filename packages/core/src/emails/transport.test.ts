import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { emailErrorOf } from './contract.ts'
import { addressOf, createTransport } from './transport.ts'

const MAIL = { from: 'no-reply@example.com', to: 'maya@example.com', subject: 'Hello', text: 'Hello' }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function listen(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer(options)
  // Clients break connections whose certificate they reject.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  // A server that listens to a port has this kind of address.
  return (server.server.address() as AddressInfo).port
}

async function reasonAt(url: string) {
  const transport = createTransport(addressOf(url), () => undefined)
  closing.push(() => transport.close())
  const { error = '' } = await transport.send(MAIL)
  return emailErrorOf(error)
}

test('a mail server that cannot be used: the reason is given in words, with its codes', async () => {
  // Without a key of its own, the server has a self-signed certificate.
  const secure = await listen({ secure: true, authOptional: true })
  expect(await reasonAt(`smtps://127.0.0.1:${secure}`)).toMatchObject({
    reason: expect.stringMatching(/^server_(untrusted|expired)$/),
    detail: expect.stringMatching(/^ \(ESOCKET, [A-Z_]*CERT[A-Z_]*\)$/),
  })
  const signIn = await listen({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
  })
  expect(await reasonAt(`smtp://robin:wrong@127.0.0.1:${signIn}`)).toMatchObject({ reason: 'server_sign_in' })
  expect(await reasonAt('smtp://127.0.0.1:9')).toMatchObject({ reason: 'server_closed' })
  expect(await reasonAt('smtp://mail.invalid')).toMatchObject({ reason: 'server_not_found' })
})
