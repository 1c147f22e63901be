import { expect, test } from 'vitest'
import { mailHash } from './message-id.ts'

const hashOf = (mail: string, person = 'pia') => mailHash(Buffer.from(mail), person)

test('a mail is the same by its Message-ID and its recipient, whatever a server adds', () => {
  const mail = hashOf('Message-ID: <1@a>\r\n\r\nHello')
  expect(hashOf('Received: from b\r\nmessage-id:\r\n <1@a>\r\n\r\nHello\r\n')).toBe(mail)
  expect(hashOf('Message-ID: <2@a>\r\n\r\nHello')).not.toBe(mail)
  expect(hashOf('Message-ID: <1@a>\r\n\r\nHello', 'jonas')).not.toBe(mail)
})

test('of a mail without Message-ID the content counts, also if its text names one', () => {
  const mail = hashOf('Subject: a\r\n\r\nMessage-ID: <1@a>')
  expect(hashOf('Subject: b\r\n\r\nMessage-ID: <1@a>')).not.toBe(mail)
  expect(hashOf('Subject: a\r\n\r\nMessage-ID: <1@a>')).toBe(mail)
  const long = `Subject: a\r\n\r\n${'x'.repeat(300_000)}`
  expect(hashOf(`${long}a`)).not.toBe(hashOf(`${long}b`))
  expect(hashOf(`${long}a`)).not.toBe(hashOf(`${long}xa`))
  expect(hashOf(`Message-ID: ${'x'.repeat(2000)}\r\n\r\na`)).not.toBe(
    hashOf(`Message-ID: ${'x'.repeat(2000)}\r\n\r\nb`),
  )
})
