import { AppError, type Operation } from '@handrail/core'
import { fieldError, validationError } from '@handrail/core/internal'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isObject } from '../../body/is-object.ts'
import { recordFieldsOf } from '../response/output.ts'
import { givenFieldsOf, methodOf, pathParametersOf, type RoutedOperation } from '../routed.ts'
import { queryOf } from './query.ts'

type Fields = Record<string, unknown>

/** Creates the function that reads the raw input of an operation: path, query and body become one flat object. */
export function reading(operation: RoutedOperation): (request: FastifyRequest) => Fields {
  const hasPath = pathParametersOf(operation).length > 0
  const query = methodOf(operation) === 'GET' ? queryReader(operation) : refuseQuery
  const body = operation.body === undefined ? undefined : bodyReader(operation, operation.body)
  return (request) => {
    const asked = query(request)
    const sent = body?.(request.body)
    const given = asked && sent ? { ...asked, ...sent } : (sent ?? { ...asked })
    // Last, so that an id in the body never changes which record is meant.
    return hasPath ? Object.assign(given, request.params) : given
  }
}

function queryReader(operation: RoutedOperation): (request: FastifyRequest) => Fields {
  const known = new Set(givenFieldsOf(operation))
  const numbers = fieldsOfType(operation, 'integer')
  const flags = fieldsOfType(operation, 'boolean')
  const objects = fieldsOfType(operation, 'object')
  const lists = fieldsOfType(operation, 'array')
  return ({ raw }) => {
    const given = queryOf(raw.url ?? '', lists)
    if (!given) return {}
    const fields: Fields = objects.length > 0 ? nested(given, objects) : given
    requireKnown(Object.keys(fields), known)
    for (const name of numbers) {
      const text = given[name]
      // Anything but a plain whole number (1e3, 0x10, +1, an empty value) stays text, which the schema refuses.
      if (typeof text === 'string' && /^-?(?:0|[1-9]\d{0,9})$/.test(text)) fields[name] = Number(text)
    }
    for (const name of flags)
      if (given[name] === 'true' || given[name] === 'false') fields[name] = given[name] === 'true'
    return fields
  }
}

/**
 * Parameters such as `metadata[plan]`, in an object of their name. A key may have brackets, but is not an object itself, as in
 * `metadata[a][b]`.
 */
function nested(given: Fields, objects: readonly string[]): Fields {
  const fields: Fields = Object.create(null)
  for (const [name, value] of Object.entries(given)) {
    const [, object = '', key = ''] = /^(\w+)\[(.*)\]$/s.exec(name) ?? []
    if (!objects.includes(object) || key.includes('][')) fields[name] = value
    else {
      const values = fields[object]
      // The key may have the name of an inherited property.
      fields[object] = Object.assign(isObject(values) ? values : Object.create(null), { [key]: value })
    }
  }
  return fields
}

function refuseQuery({ raw }: FastifyRequest): undefined {
  const given = queryOf(raw.url ?? '')
  if (given) requireKnown(Object.keys(given), new Set())
}

function requireKnown(names: string[], known: ReadonlySet<string>): void {
  const unknown = names.filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const parameters = known.size > 0 ? `Known are ${[...known].join(', ')}` : 'This request takes none'
  throw new AppError('invalid_request', `Unknown query parameter: ${unknown.join(', ')}. ${parameters}`)
}

/** Fields that are numbers, booleans, objects or lists in JSON, and therefore text in a query. */
function fieldsOfType({ input }: Operation, type: 'integer' | 'boolean' | 'object' | 'array'): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter((name) => {
    const schema = properties[name]
    return typeof schema === 'object' && schema.type === type
  })
}

function bodyReader(operation: RoutedOperation, named: string): (body: unknown) => Fields {
  const readOnly = readOnlyFieldsOf(operation)
  const needed = needsBody(operation)
  return (body) => {
    if (body === undefined && !needed) return {}
    const key = usesFormerKey(operation, body) ? (operation.formerBody?.key ?? named) : named
    const fields = isObject(body) ? body[key] : undefined
    if (!isObject(body) || !isObject(fields))
      throw new AppError(
        'invalid_request',
        `The request body must be a JSON object with an object under the key "${key}"`,
      )
    const others = Object.keys(body).filter((name) => name !== key)
    if (others.length > 0)
      throw validationError(
        Object.fromEntries(
          others.map((name) => [name, fieldError('unknown_field', `is not a known field beside ${key}`)]),
        ),
      )
    // The object belongs to the request. Copying many fields would cost more than parsing them.
    for (const name of readOnly) if (Object.hasOwn(fields, name)) delete fields[name]
    return fields
  }
}

/** Whether a body has the former name of its key, and not the present one. */
export function usesFormerKey({ body: key, formerBody }: RoutedOperation, body: unknown): boolean {
  if (formerBody === undefined || !isObject(body)) return false
  return Object.hasOwn(body, formerBody.key) && !Object.hasOwn(body, key ?? '')
}

/** Whether a request without a body is refused. An empty change is a mistake; an action may have defaults for all fields. */
export function needsBody(operation: RoutedOperation): boolean {
  const needless = givenFieldsOf(operation).every((field) => {
    const schema = operation.input.shape[field]
    return schema instanceof z.ZodType && schema.safeParse(undefined).success
  })
  return methodOf(operation) !== 'POST' || !needless
}

/** Read-only fields of a record: ignored, so that a record can be sent back as it was read. */
export function readOnlyFieldsOf(operation: RoutedOperation): ReadonlySet<string> {
  const writable = givenFieldsOf(operation)
  const shown = [operation, operation.current].flatMap((each) => (each ? recordFieldsOf(each) : []))
  return new Set(shown.filter((field) => !writable.includes(field)))
}
