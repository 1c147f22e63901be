import { type AddressInfo, createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { emailErrorOf } from './contract.ts'
import { addressOf, createTransport, type ServerAddress, verifyMail } from './transport.ts'

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

const reasonAt = (url: string) => reasonOf(addressOf(url))

async function reasonOf(address: ServerAddress) {
  const transport = createTransport(address, () => undefined)
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

test('a mail server without a trusted certificate: the command that checks it names the server and the remedy', async () => {
  const port = await listen({ secure: true, authOptional: true })
  await expect(verifyMail({ url: `smtps://127.0.0.1:${port}`, from: 'a@b.example' })).rejects.toThrow(
    new RegExp(
      `^The mail server 127.0.0.1:${port} could not be used: its certificate .* \\(ESOCKET, .*CERT.*\\)\\. \\S`,
    ),
  )
})

test('a mail server that does not fit its settings: the reason is given in words', async () => {
  const at = (port: number, encryption: ServerAddress['encryption'], username = '') =>
    reasonOf({ host: 'localhost', port, encryption, username, password: 'secret' })
  const plain = await listen({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('Not here'), { responseCode: 553 })),
  })
  expect(await at(plain, 'starttls')).toMatchObject({ reason: 'server_unencrypted' })
  expect(await at(plain, 'tls')).toMatchObject({ reason: 'server_unencrypted' })
  expect(await at(plain, 'none')).toMatchObject({ reason: 'sender_refused', detail: ' (553)' })
  const selfSigned = await listen({ authOptional: true })
  expect(await at(selfSigned, 'starttls')).toMatchObject({
    reason: expect.stringMatching(/^server_(untrusted|expired)$/),
  })
  const closed = await listen({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  expect(await at(closed, 'none')).toMatchObject({ reason: 'server_wants_sign_in', detail: ' (530)' })
})

test('a password is sent over an encrypted connection only, and none asks for no encryption', async () => {
  let passwords = 0
  const plain = await listen({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => {
      passwords++
      done(null, { user: 'robin' })
    },
  })
  const account = { host: '127.0.0.1', port: plain, username: 'robin', password: 'secret' }
  expect(await reasonOf({ ...account, encryption: 'starttls' })).toMatchObject({ reason: 'server_unencrypted' })
  expect(passwords).toBe(0)
  let upgrades = 0
  const offering = await listen({
    authOptional: true,
    onSecure(_socket, _session, done) {
      upgrades++
      done(null)
    },
  })
  expect(await reasonOf({ ...account, port: offering, username: '', encryption: 'none' })).toBeUndefined()
  expect(upgrades).toBe(0)
})

test('a server that accepts connections and says nothing is given up within 30 seconds', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  closing.push(() => silent.close())
  // A server that listens to a port has this kind of address.
  const { port } = silent.address() as AddressInfo
  const began = performance.now()
  expect(await reasonAt(`smtp://127.0.0.1:${port}`)).toMatchObject({ reason: 'server_silent' })
  expect(performance.now() - began).toBeLessThan(30_000)
}, 40_000)
