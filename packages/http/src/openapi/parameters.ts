import { RESOURCES, type Resource } from '@handrail/core/internal'
import { hasTag } from '../rest/response/output.ts'
import { givenFieldsOf, methodOf, pathOf, pathParametersOf, type RoutedOperation } from '../rest/routed.ts'
import type { Schema } from './schemas.ts'

const resources: readonly Resource[] = RESOURCES

/** Fields of an input with their schemas, by name. */
export interface InputFields {
  readonly properties: Record<string, Schema>
  readonly required: readonly string[]
}

/** The parameters of the path, the query and the headers. Their texts are those of the fields of the input. */
export function parametersOf(operation: RoutedOperation, { properties, required }: InputFields): Schema[] {
  const method = methodOf(operation)
  const path = pathParametersOf(operation).map((name) => {
    const { description, ...schema } = properties[name] ?? {}
    return { name, in: 'path', required: true, description: identified(operation, name) ?? description, schema }
  })
  const query = method !== 'GET' ? [] : givenFieldsOf(operation).map((name) => queryParameter(name, properties[name]))
  const headers = [
    method === 'POST' && 'IdempotencyKey',
    method === 'GET' && hasTag(operation) && 'IfNoneMatch',
    operation.current && 'IfMatch',
  ].filter((name) => typeof name === 'string')
  return [...path, ...query, ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))]

  function queryParameter(name: string, { description, ...schema }: Schema = {}): Schema {
    const nested = schema.type === 'object' ? { style: 'deepObject', explode: true } : {}
    return { name, in: 'query', required: required.includes(name), description, ...nested, schema }
  }
}

/**
 * The record that a parameter of a path identifies: `id` one of the resource that the path begins with, `note_id` one of a resource
 * within it.
 */
function identified(operation: RoutedOperation, parameter: string): string | undefined {
  const [, first] = pathOf(operation).split('/')
  const isMeant = ({ name, within }: Resource) =>
    parameter === 'id'
      ? name === first && within === undefined
      : parameter === `${name.replace(/s$/, '')}_id` && within === first
  return resources.find(isMeant)?.section?.record
}
