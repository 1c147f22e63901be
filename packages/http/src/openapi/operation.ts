import { oauthScope, SCOPES } from '@handrail/core/internal'
import { hasTag, isList } from '../rest/response/output.ts'
import { methodOf, operationNamed, pathOf, type RoutedOperation } from '../rest/routed.ts'
import { headersOf, rateLimitHeaders } from './components.ts'
import { exampleAnswer } from './examples.ts'
import { type InputFields, parametersOf } from './parameters.ts'
import { requestBodyOf } from './request.ts'
import type { Schema, Schemas } from './schemas.ts'
import { failuresOf } from './statuses.ts'
import { tagOf } from './tags.ts'

/** The OpenAPI description of one operation. */
export function describeOperation(operation: RoutedOperation, schemas: Schemas): Schema {
  const { name, summary, description, reference, scope: access = operation.access } = operation
  const fields = fieldsOf(operation, schemas)
  return {
    operationId: name,
    summary,
    ...(operation.deprecated && { deprecated: true }),
    description: [replacementOf(operation), reference ?? description, isScope(access) ? `Scope: \`${access}\`.` : '']
      .filter(Boolean)
      .join('\n\n'),
    tags: [tagOf(operation)],
    security: [{ bearer: [] }, { oauth: isScope(access) ? [oauthScope(access)] : [] }],
    parameters: parametersOf(operation, fields),
    ...requestBodyOf(operation, schemas, fields),
    responses: { ...successOf(operation, schemas), ...errorsOf(operation) },
  }
}

/** What is said first of an operation that another one takes the place of. */
function replacementOf({ deprecated }: RoutedOperation): string {
  if (deprecated === undefined) return ''
  const { since, use } = deprecated
  const successor = operationNamed(use)
  const path = pathOf(successor).replace(/:(\w+)/g, '{$1}')
  return `Deprecated since ${since}, and removed in 1.0: use \`${use}\` (\`${methodOf(successor)} ${path}\`).`
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

function successOf(operation: RoutedOperation, schemas: Schemas): Schema {
  const { status } = operation
  const tagged = hasTag(operation)
  const names = ['X-Request-Id', ...rateLimitHeaders()]
  if (tagged) names.push('ETag')
  if (isList(operation)) names.push('Link')
  if (methodOf(operation) === 'POST') names.push('Idempotent-Replayed')
  if (operation.deprecated) names.push('Deprecation', 'Link')
  else if (operation.formerBody) names.push('Deprecation')
  const headers = headersOf(names)
  if (status === 204) return { 204: { description: 'Success, without a body', headers } }
  const example = exampleAnswer(operation)
  const content = { 'application/json': { schema: schemas.output(operation.output), example } }
  const success = { [status]: { description: status === 201 ? 'Created' : 'Success', headers, content } }
  if (operation.creates) return { ...success, 201: { description: 'Created', headers, content } }
  if (methodOf(operation) !== 'GET' || !tagged) return success
  return { ...success, 304: { description: 'The record has not changed since If-None-Match', headers } }
}

function errorsOf(operation: RoutedOperation): Schema {
  return Object.fromEntries(
    failuresOf(operation).map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
  )
}
