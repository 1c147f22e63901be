import { expect, test } from 'vitest'
import { loadI18n } from '../i18n/i18n.ts'
import { CallError, unsent } from './error.ts'
import { faultOf, fieldFaults } from './fault.ts'

test.each(['en', 'de'] as const)('what a form finds itself is shown as it is written, in %s', async (language) => {
  const i18n = await loadI18n(language)
  const error = unsent('guide_id', 'Choose a guide.')
  expect(fieldFaults(error, i18n)).toEqual({ guide_id: 'Choose a guide.' })
  expect(faultOf(error, i18n).text).toBe('Choose a guide.')
})

test('what the server refuses is a sentence in English, and the text of its code in German', async () => {
  const body = {
    type: 'validation_error',
    message: 'Email is taken',
    errors: { email: ['must be shorter'] },
    codes: { email: 'too_long' },
  }
  const error = new CallError(422, body)
  expect(fieldFaults(error, await loadI18n('en'))).toEqual({ email: 'This must be shorter.' })
  expect(fieldFaults(error, await loadI18n('de'))).toEqual({ email: 'Das ist zu lang.' })
})
