import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Operation {
  readonly operationId: string
  readonly deprecated?: boolean
}

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
// The recorded document has the form of the specification.
const { paths } = JSON.parse(read('../../http/test/surface/openapi.json')) as {
  paths: Record<string, Record<string, Operation>>
}
const operations = Object.values(paths).flatMap((item) => Object.values(item))

test('what the document calls deprecated has the tag that editors show, with what takes its place, and nothing else has', () => {
  const marked = [
    ...read('../generated/operations.ts').matchAll(/\* @deprecated since [\d-]+, .*use `\w+`.* \*\/\n\s+(\w+)\(/g),
  ]
  const named = (id: string) => id.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const deprecated = operations.flatMap(({ operationId, deprecated }) => (deprecated ? [named(operationId)] : []))
  expect(marked.map(([, name]) => name).toSorted()).toEqual(deprecated.toSorted())
  expect(deprecated).toContain('editGuideDraft')
  expect(read('../generated/records.ts')).toMatch(/@deprecated since [\d-]+: use `ces_score`.*\*\/\n\s+score: /)
})

test('the wrappers of bodies are the present keys', () => {
  const routes = read('../generated/operations.ts')
  expect(routes).toContain("importContacts: 'POST /contacts/import import'")
  expect(routes).not.toMatch(/' (importing|enrolling|reminding|rescheduling|kept)'/)
})
