import { AppError } from '@handrail/core'
import type { Database } from '@handrail/core/internal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../../test/support/instance.ts'
import type { Exchange } from '../protocol/protocol.ts'
import { type Preview, SCHEMA } from '../tools/consent.ts'
import { converse } from './conversation.ts'
import { createOpenQuestions, MOST_OPEN, type OpenQuestion, type OpenQuestions } from './open-questions.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance('sqlite')
})
afterAll(() => instance.close())

const preview: Preview = {
  ...{ message: 'Do it?', confirmation: 'c', requestedSchema: SCHEMA },
  confirm: () => Promise.reject(new Error('Not to be called')),
}

test('a call ends with a result when nobody answers, or when access has ended meanwhile', async () => {
  const call = { caller: 'a', session: 's', id: 1 }
  const events = async (questions: OpenQuestions) => {
    const question = questions.open(call) as OpenQuestion
    await questions.answer(question.id, 'a', true)
    const again = () => Promise.reject(new AppError('invalid_token', 'The access token was revoked'))
    const signal = new AbortController().signal
    const exchange = {} as Exchange
    const told: string[] = []
    for await (const one of converse({ id: 1, preview, question, exchange, again, signal })) told.push(one)
    return told
  }
  const { database } = instance.handrail
  expect((await events(createOpenQuestions(database))).at(-1)).toContain('The access token was revoked. Nothing was')
  const unheard = { ...createOpenQuestions(database, { goodForMs: 1 }), answer: async () => undefined }
  const [, asked, withdrawn, result] = await events(unheard)
  expect(asked).toContain('elicitation/create')
  expect(withdrawn).toContain('notifications/cancelled')
  expect(result).toContain('Nobody answered the question. Nothing was changed')
})

test('a question whose credential is taken back before anybody answers is withdrawn, and its call ends with a result', async () => {
  const question = createOpenQuestions(instance.handrail.database).open({ caller: 'a', session: 's', id: 1 })
  const errors = [
    new AppError('unavailable', 'The database is away'),
    new AppError('invalid_token', 'The access token is unknown or was revoked'),
  ]
  const told: string[] = []
  for await (const one of converse({
    ...{ id: 1, preview, question: question as OpenQuestion, heartbeatMs: 1 },
    ...{ exchange: {} as Exchange, signal: new AbortController().signal },
    again: () => Promise.reject(errors.shift()),
  }))
    told.push(one)
  expect(told.map((one) => /"method":"([^"]*)"/.exec(one)?.[1])).toEqual([
    ...[undefined, 'elicitation/create', undefined, 'notifications/cancelled', undefined],
  ])
  expect(told.at(-1)).toContain('unknown or was revoked. Nothing was changed. Tell the user.')
})

test('on postgres, a process finds an answer or a withdrawal whose notification was lost', async () => {
  const shared = await openInstance('postgres')
  const { database } = shared.handrail
  const waits = createOpenQuestions(database, { lookMs: 20 })
  const elsewhere = createOpenQuestions(withoutHints(database))
  const call = { caller: 'a', session: 's', id: 1 }
  const open = async () => {
    const question = waits.open(call) as OpenQuestion
    await question.ready
    return question
  }
  const [first, second] = [await open(), await open()]
  await elsewhere.answer(first.id, 'somebody else', true)
  await elsewhere.answer(first.id, 'a', false)
  // It was answered already.
  await elsewhere.answer(first.id, 'a', true)
  expect(await first.ended).toBe('refused')
  await elsewhere.answer(second.id, 'a', true)
  expect(await second.ended).toBe('agreed')
  const third = await open()
  await elsewhere.cancel(call)
  expect(await third.ended).toBe('cancelled')
  await shared.close()
})

/** A database whose notifications are lost. */
function withoutHints(database: Database): Database {
  const write: Database['write'] = (work, options) =>
    database.write((tx) => work(Object.create(tx, { hint: { value: () => undefined } })), options)
  return Object.create(database, { write: { value: write } })
}

test('places are bounded in all, and free again when a question ends', async () => {
  const call = { caller: 'a', session: 's', id: 1 }
  const questions = createOpenQuestions(instance.handrail.database)
  const all = Array.from({ length: MOST_OPEN.all }, (_, id) => questions.open({ ...call, caller: `${id}`, id }))
  expect(questions.open(call)).toBeUndefined()
  for (const one of all) one?.close()
  const free = questions.open(call)
  expect(free).toBeDefined()
  free?.close()
  const brief = createOpenQuestions(instance.handrail.database, { goodForMs: 1 })
  const some = Array.from({ length: MOST_OPEN.caller }, () => brief.open(call))
  expect(brief.open(call)).toBeUndefined()
  await Promise.all(some.map((one) => one?.ended))
  expect(brief.open(call)).toBeDefined()
})
