import { z } from 'zod'
import { needsBody, readOnlyFieldsOf } from '../rest/request/input.ts'
import { shownRecordOf } from '../rest/response/output.ts'
import { givenFieldsOf, methodOf, pathParametersOf, type RoutedOperation, resourceOf } from '../rest/routed.ts'
import { exampleOf } from './examples.ts'
import type { InputFields } from './parameters.ts'
import type { Schema, Schemas } from './schemas.ts'
import { WRAPPERS } from './wrappers.ts'

/** The body of a request: the fields, wrapped in the key of the operation. */
export function requestBodyOf(operation: RoutedOperation, schemas: Schemas, given: InputFields & Schema): Schema {
  const { body, name } = operation
  if (body === undefined) return {}
  const path = pathParametersOf(operation)
  const { properties, required: all, ...rest } = given
  const required = all.filter((field) => !path.includes(field))
  const writable = Object.fromEntries(givenFieldsOf(operation).map((field) => [field, properties[field]]))
  const fields = schemas.named(`${pascalCase(name)}Fields`, {
    ...rest,
    properties: { ...writable, ...readOnlyIn(operation, schemas) },
    ...(required.length > 0 ? { required } : {}),
  })
  const wrapped = wrapper(body, {
    ...fields,
    description: WRAPPERS[body] ?? resourceOf(operation)?.section?.description,
  })
  const former = operation.formerBody && {
    ...wrapper(operation.formerBody.key, {
      ...fields,
      deprecated: true,
      description: `Use the key \`${body}\` in its place.`,
    }),
    deprecated: true,
    description: `Deprecated since ${operation.formerBody.since}, and removed in 1.0: use the key \`${body}\`.`,
  }
  const schema = schemas.named(`${pascalCase(name)}Request`, former ? { anyOf: [wrapped, former] } : wrapped)
  const content = { 'application/json': { schema, example: { [body]: exampleOf(operation) } } }
  return { requestBody: { required: needsBody(operation), content } }
}

/** The object that has the fields under a key, and nothing else. */
function wrapper(key: string, fields: Schema): Schema {
  return { type: 'object', required: [key], properties: { [key]: fields }, additionalProperties: false }
}

/**
 * The fields of a record that cannot be written: they are ignored, so that a record can be sent back as it was read. Actions answer
 * what no client sends back.
 */
function readOnlyIn(operation: RoutedOperation, schemas: Schemas): Record<string, Schema> {
  const isOfRecord = operation.etag !== undefined || operation.creates || methodOf(operation) === 'PATCH'
  if (!isOfRecord) return {}
  const shown = [operation, operation.current].flatMap((each) => (each ? (shownRecordOf(each) ?? []) : []))
  const fields = Object.assign({}, ...shown.map(({ shape }) => shape))
  const names = [...readOnlyFieldsOf(operation)]
  const record = z.object(Object.fromEntries(names.map((field) => [field, fields[field]])))
  // The schema of an object has its fields under this keyword.
  const properties = (schemas.output(record).properties ?? {}) as Record<string, Schema>
  return Object.fromEntries(names.map((field) => [field, { ...properties[field], readOnly: true }]))
}

/** The name in schemas: `CreateContact` for `create_contact`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
