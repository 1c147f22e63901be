import { expect, test } from 'vitest'
import { withLabel } from './answer-name.ts'

const field = { name: 'field_1', label: '', kind: 'text' as const, required: true }

test('the name follows the question until somebody has written one, or it is published', () => {
  const typed = withLabel(withLabel(field, 'Comp', [], false), 'Company', [], false)
  expect(typed).toMatchObject({ label: 'Company', name: 'company' })
  expect(withLabel({ ...typed, name: 'firm' }, 'Your company', [], false).name).toBe('firm')
  expect(withLabel(typed, 'Your company', [], true).name).toBe('company')
  expect(withLabel(typed, 'Name', ['name'], false).name).toBe('name_2')
})
