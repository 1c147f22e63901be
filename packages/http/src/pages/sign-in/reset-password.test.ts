import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { operations } from '@handrail/core'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBrowsing } from '../../../test/support/browsing.ts'
import { type Instance, openInstance, PUBLIC_URL } from '../../../test/support/instance.ts'
import { createApp } from '../../index.ts'

const { createUser } = operations

const ADA = { email: 'ada@example.com', password: 'correct horse battery' }
const NEW_PASSWORD = 'a brand new horse battery'
const SMTP_PASSWORD = 'smtp-p@ss:word'

interface Mail {
  from: string
  to: string[]
  text: string
}

let mails: Mail[]
let server: SMTPServer
let instance: Instance
const failures: unknown[] = []

beforeEach(async () => {
  mails = []
  failures.length = 0
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'handrail' && password === SMTP_PASSWORD ? done(null, { user: username }) : done(new Error('No')),
    async onData(stream, { envelope }, done) {
      const body = await text(stream)
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), text: body.replaceAll('=\r\n', '') })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  await open(`smtp://handrail:${encodeURIComponent(SMTP_PASSWORD)}@127.0.0.1:${port}`)
})
afterEach(async () => {
  await instance.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

async function open(url: string | undefined): Promise<void> {
  const mail = url === undefined ? {} : { mail: { url, from: 'Handrail <no-reply@example.com>' } }
  instance = await openInstance('sqlite', {}, { ...mail, onError: (error) => failures.push(error) })
  const workspace = await instance.handrail.asSystem(instance.acme.id)
  await workspace.invoke(createUser, { ...ADA, name: 'Ada', role: 'viewer' })
}

const ask = (email: string) => openBrowsing(instance.app).visit('/reset-password', { form: { email } })

test('a forgotten password: a mailed link works once, and signs in with the new password', async () => {
  const browsing = openBrowsing(instance.app)
  expect((await browsing.visit('/reset-password')).payload).toContain('Send the link')
  const answered = await browsing.visit('/reset-password', { form: { email: ' ADA@example.com ' } })
  expect(answered.payload).toContain('Check your mail')

  await expect.poll(() => mails.length).toBe(1)
  const [mail] = mails
  expect(mail).toMatchObject({ from: 'no-reply@example.com', to: [ADA.email] })
  expect(mail?.text).toContain('Subject: Choose a new password')
  const [, path = ''] =
    mail?.text.replaceAll('=3D', '=').match(`${PUBLIC_URL}(/reset-password\\?token=[\\w-]{43})`) ?? []
  const token = path.split('=')[1] ?? ''

  expect((await browsing.visit(path)).payload).toContain('Choose a password')
  const chosen = await browsing.visit('/reset-password', { form: { token, password: NEW_PASSWORD } })
  expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/'])
  const again = await browsing.visit('/reset-password', { form: { token, password: NEW_PASSWORD } })
  expect([again.statusCode, again.payload.includes('This link was used')]).toEqual([404, true])
  expect(instance.logged.join('')).not.toContain(token)
})

test('a forgotten password: an unknown address gets the same answer, and no mail', async () => {
  const [known, unknown] = [await ask(ADA.email), await ask('eve@example.com')]
  const plain = (page: string) => page.replaceAll(/\w+@example\.com/g, '')
  expect(plain(unknown.payload)).toBe(plain(known.payload))
  await expect.poll(() => mails.length).toBe(1)
  await instance.handrail.close()
  expect(mails.map(({ to }) => to)).toEqual([[ADA.email]])
})

test('a forgotten password: the number of mails to one address is limited', async () => {
  const statuses = []
  for (let i = 0; i < 7; i++) statuses.push((await ask(ADA.email)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  await expect.poll(() => mails.length).toBe(5)
  expect((await ask('no address')).statusCode).toBe(422)
})

test('a rejected password mail is logged without secrets, and not shown to the visitor', async () => {
  await instance.close()
  const { port } = server.server.address() as AddressInfo
  await open(`smtp://handrail:wrong-secret@127.0.0.1:${port}`)
  expect((await ask(ADA.email)).payload).toContain('Check your mail')
  await expect.poll(() => failures.length).toBe(1)
  expect(String(failures[0])).toMatch(/mail server .* rejected the user name or the password \(EAUTH, 535\)/)
  expect(JSON.stringify(failures)).not.toMatch(/wrong-secret|ada@/)
})

test('the sign-in page warns about an unencrypted connection', async () => {
  await instance.close()
  const { port } = server.server.address() as AddressInfo
  // A name of this machine that does not say so.
  await open(`smtp://handrail:${encodeURIComponent(SMTP_PASSWORD)}@[::ffff:127.0.0.1]:${port}`)
  await ask(ADA.email)
  await expect.poll(() => failures.length).toBe(1)
  expect(String(failures[0])).toContain('(ETLS')
  expect(mails).toEqual([])
})

test('without a mail server, the page names a person to ask for a link, and the command where there is one', async () => {
  await instance.close()
  await open(undefined)
  const within = await openBrowsing(instance.app).visit('/reset-password')
  expect(within.payload).toContain('Ask the person who runs this server')
  expect(within.payload).not.toContain('<code>')
  expect((await ask(ADA.email)).statusCode).toBe(503)
  const app = await createApp({
    handrail: instance.handrail,
    operatorCommand: (command) => `npm run handrail -- ${command}`,
  })
  const { payload } = await openBrowsing(app).visit('/reset-password')
  expect(payload).toContain('<code>npm run handrail -- reset-password you@example.com</code>')
  await app.close()
})
