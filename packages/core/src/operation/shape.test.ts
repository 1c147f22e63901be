import { expect, test } from 'vitest'
import { z } from 'zod'
import { shapeOf } from './shape.ts'

test('only what the schema names leaves, at every depth', () => {
  const inner = z.object({ id: z.string(), note: z.string().nullable() })
  const schema = z.object({ data: z.array(inner), one: inner.nullable(), free: z.record(z.string(), z.unknown()) })
  const planted = { id: '1', note: null, secret: 'x' }
  const shaped = shapeOf(schema)({ data: [planted, planted], one: planted, free: { kept: { secret: 1 } }, secret: 'x' })
  expect(shaped).toEqual({
    data: [
      { id: '1', note: null },
      { id: '1', note: null },
    ],
    one: { id: '1', note: null },
    free: { kept: { secret: 1 } },
  })
  expect(shapeOf(schema)({ data: [], one: null, free: {} })).toEqual({ data: [], one: null, free: {} })
})

test('fields come in the order of the schema', () => {
  const schema = z.object({ a: z.string(), b: z.string().optional(), c: z.string() })
  expect(JSON.stringify(shapeOf(schema)({ c: '3', a: '1' }))).toBe('{"a":"1","c":"3"}')
})
