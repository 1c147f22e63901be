import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../http/test/support/instance.ts'
import type { Client, List, Page } from '../src/index.ts'
import { type Filled, openFilled } from './support/filled.ts'
import { type Parameter, type Reading, readingsOf, spellingsOf, valuesOf } from './support/parameters.ts'

/** Enough to see that the second and the third page are answered too. */
const PAGES = 3

type Input = Record<string, unknown>

describe.each(ENGINES)('every parameter of the OpenAPI document, on %s', (engine) => {
  let filled: Filled
  let readings: Reading[]
  beforeAll(async () => {
    filled = await openFilled(engine)
    const document = await (await fetch(`${filled.baseUrl}/api/v1/openapi.json`)).json()
    readings = readingsOf(document)
  })
  afterAll(() => filled.instance.close())

  /** The parameters of the path, and those of the query that are required. */
  function requiredOf({ path, parameters }: Reading): { inPath: Input; inQuery: Input } {
    const parts = [...path.matchAll(/\{(\w+)\}/g)].map(({ 1: name = '', index }) => [
      name,
      filled.places[path.slice(0, index - 1)] ?? ({ kind: 'invitation', language: 'en' } as Input)[name],
    ])
    const required = parameters.filter((one) => one.required)
    return {
      inPath: Object.fromEntries(parts),
      inQuery: Object.fromEntries(required.map((one) => [one.name, valuesOf(one, filled.known)[0]])),
    }
  }

  /** Calls an operation of the client by its name in the document. */
  function call({ name }: Reading, input: Input): List<Page> {
    // Which one it is, the document says: of all of them, this is the common form.
    const operation = filled.client[name as keyof Client] as unknown as (input: Input) => List<Page>
    return operation(input)
  }

  const refusalOf = (asked: PromiseLike<unknown>) => Promise.resolve(asked).then(() => undefined, String)

  test('is taken by the service in every spelling', async () => {
    const refused: string[] = []
    for (const reading of readings) {
      const { inPath, inQuery } = requiredOf(reading)
      const path = reading.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(inPath[name]))
      for (const parameter of reading.parameters)
        for (const value of valuesOf(parameter, filled.known))
          for (const spelled of spellingsOf(parameter, value)) {
            const others = Object.entries(inQuery).filter(([name]) => name !== parameter.name)
            const query = [...others.map(([name, one]) => `${name}=${one}`), spelled].join('&')
            const headers = { authorization: `Bearer ${filled.instance.acme.token}` }
            const answer = await fetch(`${filled.baseUrl}/api/v1${path}?${query}`, { headers })
            if (answer.status !== 200) refused.push(`${path}?${query.slice(0, 200)}: ${await answer.text()}`)
          }
    }
    expect(refused).toEqual([])
  })

  test('is sent by the client as the service takes it', async () => {
    const refused: (string | undefined)[] = []
    for (const reading of readings) {
      const { inPath, inQuery } = requiredOf(reading)
      for (const parameter of reading.parameters)
        for (const value of valuesOf(parameter, filled.known)) {
          const input = { ...inPath, ...inQuery, [parameter.name]: value }
          const refusal = await refusalOf(call(reading, input))
          if (refusal) refused.push(`${reading.name} ${JSON.stringify(input).slice(0, 200)}: ${refusal}`)
        }
    }
    expect(refused).toEqual([])
  })

  test('is taken on all pages that the client requests, in all orders', { timeout: 180_000 }, async () => {
    const refused: string[] = []
    const short: string[] = []
    for (const reading of readings.filter((one) => one.isList)) {
      const { inPath, inQuery } = requiredOf(reading)
      for (const order of ordersOf(reading))
        for (const filter of filtersOf(reading)) {
          const input = { ...inPath, ...inQuery, ...order, ...filter }
          const asked = `${reading.name} ${JSON.stringify({ ...order, ...filter })}`
          let pages = 0
          try {
            for await (const { data } of call(reading, { ...input, per_page: 1 }).pages()) {
              pages += data.length
              if (pages === PAGES) break
            }
          } catch (error) {
            if (pages > 0 || !areApart(reading, Object.keys(input)))
              refused.push(`${asked}, page ${pages + 1}: ${error}`)
          }
          if (pages < PAGES && Object.keys(filter).length === 0) short.push(asked)
          if (areApart(reading, Object.keys(input))) continue
          // As large as the client's own pages are, and by number.
          const whole = await refusalOf(readSome(call(reading, input)))
          if (whole) refused.push(`${asked}, whole: ${whole}`)
          if (!reading.parameters.some(({ name }) => name === 'page')) continue
          const second = await refusalOf(call(reading, { ...input, per_page: 1, page: 2 }))
          if (second) refused.push(`${asked}, page by number: ${second}`)
        }
    }
    expect(refused).toEqual([])
    expect(short).toEqual([])
  })

  /** Every order that the list offers, and none. */
  function ordersOf({ parameters }: Reading): Input[] {
    const of = (name: string) => [undefined, ...(parameters.find((one) => one.name === name)?.schema.enum ?? [])]
    return of('sort').flatMap((sort) =>
      of('order').map((order) => ({ ...(sort && { sort }), ...(order && { order }) })),
    )
  }

  /** No filter, and each with a value that matches records where one is known. */
  function filtersOf({ parameters }: Reading): Input[] {
    const paging = ['page', 'per_page', 'cursor', 'sort', 'order']
    const filters = parameters.filter(({ name }) => !paging.includes(name))
    return [{}, ...filters.map((one) => ({ [one.name]: valuesOf(one, filled.known)[0] }))]
  }
})

async function readSome(list: List<Page>): Promise<void> {
  let pages = 0
  for await (const _ of list.pages()) if (++pages === 2) break
}

/** Whether the document says of one of the parameters that it goes without another. */
function areApart({ parameters }: Reading, given: readonly string[]): boolean {
  const used = parameters.filter(({ name }) => given.includes(name))
  const excludes = ({ description }: Parameter, name: string) =>
    new RegExp(`\\bnot (?:together )?with\\b[^.]*\\b${name}\\b`, 'i').test(description)
  return used.some((one) => used.some((other) => one !== other && excludes(one, other.name)))
}
