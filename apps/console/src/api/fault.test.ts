import { expect, test } from 'vitest'
import type { I18n } from '../i18n/i18n.ts'
import { CallError, unsent } from './error.ts'
import { faultOf, fieldFaults } from './fault.ts'

/** Shows the keys of texts. */
// Only these two are read.
const i18nOf = (language: 'en' | 'de') => ({ t: (key: string) => `[${key}]`, language }) as unknown as I18n

test.each(['en', 'de'] as const)('what a form finds itself is shown as it is written, in %s', (language) => {
  const error = unsent('guide_id', 'Choose a guide.')
  expect(fieldFaults(error, i18nOf(language))).toEqual({ guide_id: 'Choose a guide.' })
  expect(faultOf(error, i18nOf(language)).text).toBe('Choose a guide.')
})

test('what the server refuses is a sentence in English, and its code in other languages', () => {
  const body = {
    type: 'validation_error',
    message: 'Email is taken',
    errors: { email: ['must be shorter'] },
    codes: { email: 'too_long' },
  }
  const error = new CallError(422, body)
  expect(fieldFaults(error, i18nOf('en'))).toEqual({ email: 'This must be shorter.' })
  expect(fieldFaults(error, i18nOf('de'))).toEqual({ email: '[fault.code.too_long]' })
})
