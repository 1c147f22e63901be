import { AppError } from '@handrail/core'
import { expect, test } from 'vitest'
import { logFault } from './log-fault.ts'

function logged(thrown: Error, error = new AppError('unavailable', 'busy')) {
  const lines: { level: string; fields: object; message: string }[] = []
  const note = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message })
  logFault({ info: note('info'), warn: note('warn'), error: note('error') }, { request_id: 'one', thrown, error })
  return lines
}

test('a refusal while the service stops is a warning in a sentence', () => {
  expect(logged(new AppError('unavailable', 'The service is shutting down'))).toEqual([
    {
      level: 'warn',
      fields: { request_id: 'one', error: 'The service is shutting down' },
      message: 'unavailable',
    },
  ])
})

test('what has broken is an error, with where and why', () => {
  const cause = new Error('disk I/O error')
  const [line] = logged(new AppError('unavailable', 'The database is busy', { cause }))
  expect(line).toMatchObject({
    level: 'error',
    fields: { request_id: 'one', error: { stack: expect.any(String), cause: { message: 'disk I/O error' } } },
  })
  expect(logged(new TypeError('x is not a function'), new AppError('internal_error', 'fault'))).toMatchObject([
    { level: 'error', fields: { error: { name: 'TypeError' } }, message: 'internal_error' },
  ])
})
