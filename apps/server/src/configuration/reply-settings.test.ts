import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useProgram } from '../../../../test/program.ts'
import { readConfig, repliesOf } from './config.ts'

const { path } = useProgram()

const LISTENER = { HANDRAIL_REPLY_LISTEN: '0.0.0.0:25', HANDRAIL_REPLY_DOMAIN: 'reply.example.com' }
const MAILBOX = {
  HANDRAIL_REPLY_MAILBOX: 'imaps://robin:secret@mail.example.com/INBOX',
  HANDRAIL_REPLY_ADDRESS: 'support@example.com',
}

function repliesFrom(environment: Record<string, string>, flags: Record<string, unknown> = {}) {
  const read = readConfig(flags, environment)
  if ('faults' in read) throw new Error(read.faults.join('\n'))
  return repliesOf(read.config)
}

function faultsOf(environment: Record<string, string>): string[] {
  const read = readConfig({}, environment)
  return 'faults' in read ? read.faults : []
}

describe('the settings of replies', () => {
  test('name a listener or a mailbox; by default and in a demo there is neither', () => {
    expect(repliesFrom({})).toBeUndefined()
    expect(repliesFrom(LISTENER, { demo: true })).toBeUndefined()
    expect(repliesFrom(LISTENER)).toEqual({
      address: 'reply@reply.example.com',
      listener: { host: '0.0.0.0', port: 25 },
    })
    expect(repliesFrom({ ...LISTENER, HANDRAIL_REPLY_LISTEN: '[::]:2525' })?.listener).toEqual({
      host: '::',
      port: 2525,
    })
    expect(repliesFrom({ ...MAILBOX, HANDRAIL_REPLY_AUTHSERV: 'mx.example.com' })).toEqual({
      address: 'support@example.com',
      authserv: 'mx.example.com',
      mailbox: { url: MAILBOX.HANDRAIL_REPLY_MAILBOX },
    })
  })

  test('have a certificate and its key in files', () => {
    const files = { HANDRAIL_REPLY_CERT: path('cert.pem'), HANDRAIL_REPLY_KEY: path('key.pem') }
    expect(faultsOf({ ...LISTENER, ...files })).toMatchObject([
      /HANDRAIL_REPLY_CERT cannot be read/,
      /REPLY_KEY cannot/,
    ])
    writeFileSync(files.HANDRAIL_REPLY_CERT, 'a certificate')
    writeFileSync(files.HANDRAIL_REPLY_KEY, '-----BEGIN PRIVATE KEY-----')
    expect(faultsOf({ ...LISTENER, ...files })).toMatchObject([/REPLY_CERT must name a file in PEM format/])
    writeFileSync(files.HANDRAIL_REPLY_CERT, '-----BEGIN CERTIFICATE-----')
    expect(repliesFrom({ ...LISTENER, ...files })?.listener?.tls).toEqual({
      cert: '-----BEGIN CERTIFICATE-----',
      key: '-----BEGIN PRIVATE KEY-----',
    })
  })

  test.each<[Record<string, string>, RegExp]>([
    [{ ...LISTENER, ...MAILBOX }, /exclude each other/],
    [{ HANDRAIL_REPLY_LISTEN: '0.0.0.0:25' }, /HANDRAIL_REPLY_LISTEN needs HANDRAIL_REPLY_DOMAIN/],
    [{ HANDRAIL_REPLY_DOMAIN: 'reply.example.com' }, /HANDRAIL_REPLY_DOMAIN needs HANDRAIL_REPLY_LISTEN/],
    [{ HANDRAIL_REPLY_MAILBOX: MAILBOX.HANDRAIL_REPLY_MAILBOX }, /needs HANDRAIL_REPLY_ADDRESS/],
    [{ HANDRAIL_REPLY_ADDRESS: 'support@example.com' }, /needs HANDRAIL_REPLY_MAILBOX/],
    [{ ...LISTENER, HANDRAIL_REPLY_KEY: '/dev/null' }, /HANDRAIL_REPLY_CERT and HANDRAIL_REPLY_KEY need each other/],
    [{ HANDRAIL_REPLY_AUTHSERV: 'mx.example.com' }, /HANDRAIL_REPLY_AUTHSERV needs HANDRAIL_REPLY_LISTEN or/],
    [{ ...LISTENER, HANDRAIL_REPLY_LISTEN: '25' }, /must be an address and a port/],
    [{ ...LISTENER, HANDRAIL_REPLY_LISTEN: '0.0.0.0:65536' }, /must be an address and a port/],
    [{ ...LISTENER, HANDRAIL_REPLY_DOMAIN: 'localhost' }, /must be a domain/],
    [{ ...MAILBOX, HANDRAIL_REPLY_MAILBOX: 'imaps://mail.example.com' }, /user name and the password/],
    [{ ...MAILBOX, HANDRAIL_REPLY_MAILBOX: 'https://mail.example.com' }, /must look like imaps:/],
    [{ ...MAILBOX, HANDRAIL_REPLY_ADDRESS: `${'a'.repeat(25)}@example.com` }, /at most 24 characters before the @/],
  ])('%j are refused with the reason', (environment, reason) => {
    const faults = faultsOf(environment)
    expect(
      faults.some((fault) => reason.test(fault)),
      faults.join('\n'),
    ).toBe(true)
    expect(faults.join('\n')).not.toContain('secret')
  })
})
