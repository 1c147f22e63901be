import { expect, test } from 'vitest'
import { answerName } from './answer-name.ts'

test.each([
  ['Company name', [], 'company_name'],
  ['What is your VAT number?', [], 'what_is_your_vat_number'],
  ['Größe der Straße', [], 'grosse_der_strasse'],
  ['会社名', [], '会社名'],
  ['???', [], 'field'],
  ['Name', ['name', 'name_2'], 'name_3'],
  ['x'.repeat(200), [], 'x'.repeat(60)],
])('the name of the answer to "%s" beside %j is %s', (label, taken, name) => {
  expect(answerName(label, taken)).toBe(name)
})
