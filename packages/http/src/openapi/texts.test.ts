import { expect, test } from 'vitest'
import { PUBLIC_URL } from '../../test/support/instance.ts'
import { openapiDocument } from './document.ts'

interface Node {
  readonly $ref?: string
  readonly description?: string
  readonly properties?: Record<string, Node>
  readonly [keyword: string]: unknown
}
interface Described {
  readonly place: string
  readonly name: string
  readonly text: string
  readonly deprecated: boolean
}

// The document is JSON, so its keywords have the types of the specification.
const document = JSON.parse(JSON.stringify(openapiDocument({ publicUrl: PUBLIC_URL }))) as Document
interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly webhooks: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, Node>; readonly parameters: Record<string, Parameter> }
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: Parameter[]
}
interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly description?: string
}

const operations = [document.paths, document.webhooks].flatMap((items) =>
  Object.values(items).flatMap((item) => Object.values(item)),
)
const parameters = [
  ...operations.flatMap(({ operationId, parameters: given }) =>
    given.filter(({ $ref }) => $ref === undefined).map((parameter) => ({ place: operationId, ...parameter })),
  ),
  ...Object.entries(document.components.parameters).map(([place, parameter]) => ({ place, ...parameter })),
]
const properties = propertiesIn(document, '#')

/** All properties of all schemas. One that refers to a component has its text, unless it has one of its own. */
function propertiesIn(node: unknown, place: string): Described[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([keyword, value]) => {
    const inner = `${place}/${keyword}`
    // What looks like a schema in an example is none.
    if (keyword === 'example' || keyword === 'examples') return []
    if (keyword !== 'properties' || Array.isArray(value)) return propertiesIn(value, inner)
    const fields = Object.entries(value as Record<string, Node>)
    return [
      ...fields.map(([name, field]) => ({
        place: `${inner}/${name}`,
        name,
        text: textOf(field),
        deprecated: field.deprecated === true,
      })),
      ...fields.flatMap(([name, field]) => propertiesIn(field, `${inner}/${name}`)),
    ]
  })
}

function textOf({ description, $ref }: Node): string {
  const component = $ref?.replace('#/components/schemas/', '') ?? ''
  return description ?? document.components.schemas[component]?.description ?? ''
}

/** A text without the words of a name: what is left of `When it was created` and `When it was updated` is the same. */
function frameOf(text: string, name: string): string {
  const words = new Set(name.split('_').map(stemOf))
  const rest = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return rest.filter((word) => !words.has(stemOf(word))).join(' ')
}

function stemOf(word: string): string {
  return word.length > 3 ? word.replace(/(?:ies|s|ed|ing)$/, '') : word
}

test('every property of the document has a description, and none that only repeats its name', () => {
  expect(properties.length).toBeGreaterThan(1400)
  expect(properties.filter(({ text }) => text.trim() === '').map(({ place }) => place)).toEqual([])
  const FILLERS = /\b(?:the|a|an|of|its|this|is|it)\b/g
  const idle = properties.filter(({ name, text }) => frameOf(text, name).replace(FILLERS, '').trim() === '')
  expect(idle.map(({ place, text }) => `${place}: ${text}`)).toEqual([])
})

test('every parameter of the document has a description, and none that only repeats its name', () => {
  const idle = parameters.filter(({ name, description = '' }) => frameOf(description, name).split(' ').length < 2)
  expect(idle.map(({ place, name, description }) => `${place} ${name}: ${description}`)).toEqual([])
})

test('no two properties of different names have texts that differ by the name alone', () => {
  const byFrame = new Map<string, Map<string, string>>()
  const described = [
    // What is deprecated names its successor, and no more.
    ...properties.filter(({ deprecated }) => !deprecated),
    ...parameters.map(({ place, name, description = '' }) => ({ place, name, text: description })),
  ]
  for (const { place, name, text } of described) {
    const frame = frameOf(text, name)
    byFrame.set(frame, (byFrame.get(frame) ?? new Map()).set(name, `${place}: ${text}`))
  }
  const repeated = [...byFrame.values()].filter((names) => names.size > 1).map((names) => [...names.values()])
  expect(repeated).toEqual([])
})

test('every operation has a summary and a description that say something of their own', () => {
  const wanting = operations.filter(({ summary, description }) => {
    const own = description.split('\n\n').filter((paragraph) => !paragraph.startsWith('Scope: '))
    return summary === '' || own.length === 0 || /^An extension\b/.test(description) || own[0] === summary
  })
  expect(wanting.map(({ operationId }) => operationId)).toEqual([])
})

test('the names in texts are names of the document', () => {
  const text = JSON.stringify(document)
  const named = [...text.matchAll(/"([a-z]\w*)"/g)].map(([, name]) => name)
  const known = new Set([...named, 'true', 'false', 'https'])
  const described = [
    ...properties.map(({ place, text: said }) => ({ place, said })),
    ...operations.map((each) => ({ place: each.operationId, said: each.description })),
  ]
  const unknown = described.flatMap(({ place, said }) =>
    [...said.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)]
      .filter(([, name]) => !known.has(name ?? ''))
      .map(([, name]) => `${place}: ${name}`),
  )
  expect(unknown).toEqual([])
})
