// Writes the records and operations of the client into generated/, from the recorded OpenAPI document. It runs before the build, the
// checks and the tests.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { declaration, deprecation, typeOf } from './types.mjs'

const DOCUMENT = new URL('../../http/test/surface/openapi.json', import.meta.url)
const TARGET = new URL('../generated/', import.meta.url)
const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const JSON_TYPE = 'application/json'

const HEAD = '// Generated from the OpenAPI document by scripts/generate.mjs.'

/** Also called by Vitest, before the tests. */
export function setup() {
  const document = JSON.parse(readFileSync(DOCUMENT, 'utf8'))
  mkdirSync(TARGET, { recursive: true })
  const files = {
    'records.ts': recordsOf(document),
    'fields.ts': fieldsOf(document),
    'events.ts': eventsOf(document),
    'operations.ts': operationsOf(document),
  }
  for (const [name, parts] of Object.entries(files)) {
    const [file, text] = [new URL(name, TARGET), `${[HEAD, ...parts].join('\n\n')}\n`]
    // An unchanged file keeps its time, by which tools see what to do again.
    if (readOrEmpty(file) !== text) writeFileSync(file, text)
  }
}

/** The ends of the names of what is sent, and of the data that events alone have. */
const FIELDS = /Fields$/
const OF_EVENTS = /EventData$/

const isRecord = (name) => !FIELDS.test(name) && !OF_EVENTS.test(name)

function recordsOf({ components }) {
  const schemas = schemasOf(components).filter(([name]) => isRecord(name))
  const parts = schemas.map(([name, schema]) => declaration(name, schema))
  return [...importsOf(parts, fieldNames(components), 'fields'), ...parts]
}

/** What is sent, apart from the records, since no editor reads a long declaration quickly. */
function fieldsOf({ components }) {
  const schemas = schemasOf(components).filter(([name]) => FIELDS.test(name))
  const parts = schemas.map(([name, schema]) => declaration(name, schema))
  return [...importsOf(parts, recordNames(components), 'records'), ...parts]
}

function recordNames(components) {
  return schemasOf(components).flatMap(([name]) => (isRecord(name) ? [name] : []))
}

function fieldNames(components) {
  return schemasOf(components).flatMap(([name]) => (FIELDS.test(name) ? [name] : []))
}

function importsOf(parts, names, file) {
  const used = usedIn(parts.join(), names)
  return used.length > 0 ? [`import type { ${used.join(', ')} } from './${file}.ts'`] : []
}

function eventsOf({ components, webhooks }) {
  const data = Object.entries(webhooks).map(([type, { post }]) => {
    const { properties } = post.requestBody.content[JSON_TYPE].schema
    return `  /** ${post.summary} */\n  '${type}': ${typeOf(properties.data)}`
  })
  const parts = [
    ...schemasOf(components).flatMap(([name, schema]) => (OF_EVENTS.test(name) ? [declaration(name, schema)] : [])),
    `/** The data of each type of event. */\nexport interface WebhookData {\n${data.join('\n')}\n}`,
  ]
  return [
    ...importsOf(parts, recordNames(components), 'records'),
    ...importsOf(parts, fieldNames(components), 'fields'),
    ...parts,
  ]
}

function operationsOf(document) {
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [operationOf(document, method, path, item[method])] : [])),
  )
  const types = found.map(({ type }) => type).join('\n')
  return [
    `import type { List } from '../src/lists.ts'\nimport type { CallOptions } from '../src/options.ts'`,
    ...importsOf([types], recordNames(document.components), 'records'),
    ...importsOf([types], fieldNames(document.components), 'fields'),
    `/** The operations of the API. */\nexport interface Operations {\n${types}\n}`,
    `/** Method, path, and the key of the body, or "list" for a list with cursors, by operation. */
export const routes: Record<keyof Operations, string> = {\n${found.map(({ route }) => `  ${route},`).join('\n')}\n}`,
  ]
}

function usedIn(text, names) {
  const code = text.replaceAll(/\/\*\*.*?\*\//gs, '')
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(code))
}

/** Without the wrappers of bodies: the client adds the key. */
function schemasOf({ schemas }) {
  return Object.entries(schemas).filter(([name]) => !name.endsWith('Request'))
}

function operationOf({ components }, method, path, operation) {
  const { operationId, summary, deprecated, description, parameters = [], requestBody, responses } = operation
  const name = operationId.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
  const own = parameters.filter((one) => one.in === 'path' || one.in === 'query')
  const body = requestBody && components.schemas[nameIn(requestBody.content[JSON_TYPE].schema)]
  // The first is the present one; others are deprecated.
  const request = body?.anyOf?.[0] ?? body
  const [[key, fields] = []] = request ? Object.entries(request.properties) : []
  const isList = own.some((one) => one.name === 'cursor')

  const required = request?.required && requestBody.required ? components.schemas[nameIn(fields)].required : undefined
  const isOptional = !own.some((one) => one.in === 'path') && !(required?.length > 0)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(own.map((one) => [one.name, { description: one.description, ...one.schema }])),
    required: own.filter((one) => one.in === 'path').map((one) => one.name),
  }
  const inputs = [own.length > 0 && typeOf(schema), fields && typeOf(fields)].filter(Boolean)
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const answer = answers.map(([, one]) => (one.content ? typeOf(one.content[JSON_TYPE].schema) : 'undefined'))[0]
  const input = inputs.length === 0 ? 'input?: undefined' : `input${isOptional ? '?' : ''}: ${inputs.join(' & ')}`
  const result = isList ? `List<${answer}>` : `Promise<${answer}>`
  // Its first paragraph names what takes its place.
  const hint = deprecated ? `\n   * ${deprecation(description.split('\n\n')[0])}` : ''
  const route = `${method.toUpperCase()} ${path} ${isList ? 'list' : (key ?? '')}`.trimEnd()
  return {
    type: `  /** ${summary} (\`${method.toUpperCase()} ${path}\`).${hint} */\n  ${name}(${input}, options?: CallOptions): ${result}`,
    route: `${name}: '${route}'`,
  }
}

function nameIn({ $ref }) {
  return $ref.split('/').at(-1)
}

function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setup()
