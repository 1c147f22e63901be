import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Json, PUBLIC_URL } from '../../test/support/instance.ts'
import { openapiDocument } from './document.ts'

// What docs/api.md says of all lists and records, against the document that is served.
const document: Json = JSON.parse(JSON.stringify(openapiDocument({ publicUrl: PUBLIC_URL })))
const guide = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')

interface Reading {
  name: string
  path: string
  /** Names of the parameters of its query. */
  query: string[]
  headers: string[]
  /** Names of the fields of its record, or of those of its list. */
  fields: string[]
  isList: boolean
}

const readings: Reading[] = Object.entries<Json>(document.paths).flatMap(([path, { get }]) => {
  if (!get) return []
  const success = get.responses['200']
  const { data } = resolved(success.content['application/json'].schema).properties
  const isList = resolved(data).type === 'array'
  const record = resolved(isList ? resolved(data).items : data)
  const query = get.parameters.flatMap((one: Json) => (one.in === 'query' ? [one.name] : []))
  const fields = Object.keys(record.properties ?? {})
  return [{ name: get.operationId, path, query, headers: Object.keys(success.headers), fields, isList }]
})

function resolved(schema: Json): Json {
  return schema.$ref ? resolved(document.components.schemas[schema.$ref.split('/').at(-1)]) : schema
}

describe('the API guide is right about the document:', () => {
  test('every list that is paged by cursor and whose records have updated_at takes updated_since, and no other one', () => {
    const lists = readings.filter(({ isList }) => isList)
    const expected = lists.filter(({ query, fields }) => query.includes('cursor') && fields.includes('updated_at'))
    const actual = lists.filter(({ query }) => query.includes('updated_since'))
    expect(actual.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
    expect(actual.length).toBeGreaterThan(10)
  })

  test('the lists that include deletions are those that it names', () => {
    const [, sentence = ''] = /`include_deleted=true`(.*?)\.\s/s.exec(guide) ?? []
    const named = [...sentence.matchAll(/`GET (\S+)`/g)].map(([, path]) => path)
    const actual = readings.filter(({ query }) => query.includes('include_deleted'))
    expect(actual.map(({ path }) => path).toSorted()).toEqual(named.toSorted())
    for (const { query } of actual) expect(query).toContain('updated_since')
  })

  test('every record that is read by its ID has an entity tag', () => {
    const records = readings.filter(({ path, isList }) => path.endsWith('}') && !isList)
    const tagged = records.filter(({ headers }) => headers.includes('ETag'))
    expect(tagged.map(({ name }) => name)).toEqual(records.map(({ name }) => name))
  })

  test('every list that is paged by cursor shows the next cursor', () => {
    for (const { name, path, query } of readings.filter((one) => one.isList && one.query.includes('cursor'))) {
      const { schema } = document.paths[path].get.responses['200'].content['application/json']
      expect(Object.keys(resolved(resolved(schema).properties.meta).properties), name).toContain('next_cursor')
      expect(query, name).toContain('per_page')
    }
  })
})
