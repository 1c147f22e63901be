import { oauthScope, SCOPES } from '@handrail/core/internal'
import { needsBody } from '../rest/request/input.ts'
import { hasTag, isList } from '../rest/response/output.ts'
import { givenFieldsOf, methodOf, pathOf, pathParametersOf, type RoutedOperation } from '../rest/routed.ts'
import { headersOf, rateLimitHeaders } from './components.ts'
import { exampleAnswer, exampleOf } from './examples.ts'
import { type InputFields, parametersOf } from './parameters.ts'
import type { Schema, Schemas } from './schemas.ts'
import { tagOf } from './tags.ts'
import { WRAPPERS } from './wrappers.ts'

/** The OpenAPI description of one operation. */
export function describeOperation(operation: RoutedOperation, schemas: Schemas): Schema {
  const { name, summary, description, reference, scope: access = operation.access } = operation
  return {
    operationId: name,
    summary,
    description: [description, reference, isScope(access) ? `Scope: \`${access}\`.` : ''].filter(Boolean).join('\n\n'),
    tags: [tagOf(operation)],
    security: [{ bearer: [] }, { oauth: isScope(access) ? [oauthScope(access)] : [] }],
    parameters: parametersOf(operation, fieldsOf(operation, schemas)),
    ...requestBodyOf(operation, schemas),
    responses: { ...successOf(operation, schemas), ...failuresOf(operation) },
  }
}

/** Whether the operation requires a scope. */
function isScope(access: string): boolean {
  return access in SCOPES
}

/** Fields of the input with their schemas, by name. */
function fieldsOf({ input }: RoutedOperation, schemas: Schemas): InputFields & Schema {
  // The input of an operation is an object, and this is the form that its JSON Schema has.
  return { required: [], ...(schemas.input(input) as { properties: Record<string, Schema>; required?: string[] }) }
}

function requestBodyOf(operation: RoutedOperation, schemas: Schemas): Schema {
  const { body, name } = operation
  if (body === undefined) return {}
  const path = pathParametersOf(operation)
  const { properties, required, ...rest } = fieldsOf(operation, schemas)
  const given = required.filter((field) => !path.includes(field))
  const fields = schemas.named(`${pascalCase(name)}Fields`, {
    ...rest,
    properties: Object.fromEntries(givenFieldsOf(operation).map((field) => [field, properties[field]])),
    ...(given.length > 0 ? { required: given } : {}),
  })
  const schema = schemas.named(`${pascalCase(name)}Request`, {
    type: 'object',
    required: [body],
    properties: { [body]: { ...fields, description: WRAPPERS[body] } },
    additionalProperties: false,
  })
  const content = { 'application/json': { schema, example: { [body]: exampleOf(operation) } } }
  return { requestBody: { required: needsBody(operation), content } }
}

/** The name in schemas: `CreateContact` for `create_contact`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function successOf(operation: RoutedOperation, schemas: Schemas): Schema {
  const { status } = operation
  const tagged = hasTag(operation)
  const names = ['X-Request-Id', ...rateLimitHeaders()]
  if (tagged) names.push('ETag')
  if (isList(operation)) names.push('Link')
  if (methodOf(operation) === 'POST') names.push('Idempotent-Replayed')
  const headers = headersOf(names)
  if (status === 204) return { 204: { description: 'Success, without a body', headers } }
  const example = exampleAnswer(operation)
  const content = { 'application/json': { schema: schemas.output(operation.output), example } }
  const success = { [status]: { description: status === 201 ? 'Created' : 'Success', headers, content } }
  if (operation.creates) return { ...success, 201: { description: 'Created', headers, content } }
  if (methodOf(operation) !== 'GET' || !tagged) return success
  return { ...success, 304: { description: 'The record has not changed since If-None-Match', headers } }
}

function failuresOf(operation: RoutedOperation): Schema {
  const method = methodOf(operation)
  const statuses = [400, 401, 403, 422, 429, 500, 503]
  if (pathOf(operation).includes(':')) statuses.push(404)
  if (operation.current) statuses.push(412)
  if (operation.replaces) statuses.push(428)
  if (method === 'POST') statuses.push(409)
  // An unexpected body is parsed as well, so it must be JSON.
  if (method !== 'GET') statuses.push(413, 415)
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]))
}
