import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-password.ts'

const PERSONAL = ['ada.lovelace@engines.example', 'Analytical Engines', 'Augusta King-Noel']

describe('a password', () => {
  test.each([
    'qwerty123456',
    'QWERTY123456',
    'password2026!',
    '2026-Password',
    'passwordpassword',
    'password password',
    'Pass-word 1234',
    'administrator',
    'Pásswörd1234',
    'ada.lovelace@engines.example',
    'adalovelace12',
    'Engines.Example1',
    'Analytical Engines',
    'analyticalengines!!1',
    'handrailhandrail',
    'handrail-lovelace-1815',
    'Augusta-King!2026',
    'engines analytical 42',
  ])('%j is a common password', async (password) => expect(await isCommonPassword(password, PERSONAL)).toBe(true))

  test.each([
    'correct horse battery',
    'sunshine over the fens',
    'Analytical Engines need steam',
    'sunshine83947261054',
    'ten lines of Lovelace',
    'gj4-9d!kwz01pq',
  ])('%j is not a common password', async (password) => expect(await isCommonPassword(password, PERSONAL)).toBe(false))
})
