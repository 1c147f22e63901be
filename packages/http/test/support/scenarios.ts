import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, ENGINES, type Instance, openInstance } from './instance.ts'

export interface Scenario extends Omit<Call, 'path'> {
  name: string
  path?: string
  status: number
  /** The `type` of the error. */
  type?: string
  /** Fields that the error names. */
  fields?: string[]
  /** Text that must, or must not, be in the body. */
  has?: string[]
  hasNot?: string[]
  answers?: Record<string, string | RegExp>
}

/** Runs a table against every engine: each request gets the answer of its row, and no secret reaches the log. */
export function runScenarios(title: string, scenarios: Scenario[]): void {
  describe.each(ENGINES)(`${title}, on %s`, (engine) => {
    let instance: Instance
    let emails = 0
    beforeAll(async () => {
      instance = await openInstance(engine)
    })
    afterAll(() => instance.close())

    test.each(scenarios.map((row) => [row.name, row] as const))(
      '%s',
      async (_name, { name: _, status, type, fields, has, hasNot, answers, ...call }) => {
        const fill = (text: string) =>
          text.replace('TOKEN', instance.acme.token).replace('EMAIL', `person${++emails}@b.example`)
        const { path = '/api/v1/contacts', body, headers } = call
        const answer = await instance.call({
          ...call,
          path: fill(path),
          ...(typeof body === 'string' ? { body: fill(body) } : {}),
          ...(headers
            ? { headers: Object.fromEntries(Object.entries(headers).map(([key, text]) => [key, fill(text)])) }
            : {}),
        })
        expect(answer.status, answer.text).toBe(status)
        expect(answer.headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/)
        if (status >= 400) {
          expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
          const { type: given, message, request_id, errors, ...rest } = answer.body.error
          expect([Object.keys(answer.body), rest]).toEqual([['error'], {}])
          expect([typeof message, request_id]).toEqual(['string', answer.headers['x-request-id']])
          expect(errors !== undefined).toBe(given === 'validation_error')
          if (type) expect(given).toBe(type)
          if (fields) expect(Object.keys(errors).sort()).toEqual([...fields].sort())
        }
        for (const text of has ?? []) expect(answer.text).toContain(text)
        for (const text of hasNot ?? []) expect(answer.text).not.toContain(text)
        for (const [header, value] of Object.entries(answers ?? {})) expect(answer.headers[header]).toMatch(value)
      },
    )

    test('nothing of it was a fault of ours, and no token was logged', () => {
      const lines = instance.logged.join('')
      for (const secret of [
        '"level":50',
        '"status":5',
        instance.acme.token,
        'hr_key_',
        'access_token',
        'b.example',
        '?',
      ])
        expect(lines.includes(secret), secret).toBe(false)
    })
  })
}
