import { expect, test } from 'vitest'
import { emailErrorOf } from './contract.ts'

test.each([
  ['The mail server rejected the mail (550)', 'refused'],
  ['The mail server refused the mail (550)', 'refused'],
  ['It came too late to be of use', 'too_late'],
  ['550 No such user', undefined],
])('the reason of a mail that was not sent, also of an earlier release: %s', (error, reason) => {
  expect(emailErrorOf(error)?.reason).toBe(reason)
})
