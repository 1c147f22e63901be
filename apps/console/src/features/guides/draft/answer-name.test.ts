import { expect, test } from 'vitest'
import { answerName, withLabel } from './answer-name.ts'

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

const field = { name: 'field_1', label: '', kind: 'text' as const, required: true }

test('the name follows the question until somebody has written one, or it is published', () => {
  const typed = withLabel(withLabel(field, 'Comp', [], false), 'Company', [], false)
  expect(typed).toMatchObject({ label: 'Company', name: 'company' })
  expect(withLabel({ ...typed, name: 'firm' }, 'Your company', [], false).name).toBe('firm')
  expect(withLabel(typed, 'Your company', [], true).name).toBe('company')
  expect(withLabel(typed, 'Name', ['name'], false).name).toBe('name_2')
})
