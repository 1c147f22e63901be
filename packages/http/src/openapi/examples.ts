import { RESOURCES, type Resource } from '@handrail/core/internal'
import { z } from 'zod'
import { methodOf, type RoutedOperation, resourceOf } from '../rest/routed.ts'

const resources: readonly Resource[] = RESOURCES
const TIME = '2026-11-20T12:00:00.000Z'
const ID = '019aa0f4-7c00-7000-8000-000000000099'

/** The example of a body: that of the operation, or the resource's for creating or changing a record. */
export function exampleOf(operation: RoutedOperation): object {
  const examples = resourceOf(operation)?.examples
  const fields = operation.example ?? (methodOf(operation) === 'PATCH' ? examples?.changes : examples?.body)
  if (!fields) throw new Error(`${operation.name} takes a body and has no example`)
  return fields
}

/** The example of a response: the record of the resource, with plain values for further fields. */
export function exampleAnswer(operation: RoutedOperation): unknown {
  return sampleOf(operation.output, '', resourceOf(operation)?.examples?.record ?? {})
}

/** @param known values by name, of the record that is being shown */
function sampleOf(schema: z.core.$ZodType, name: string, known: object): unknown {
  if (schema instanceof z.ZodObject) {
    const own = recordCalled(name) ?? known
    const shown = Object.entries(schema.shape).filter(([, field]) => !(field instanceof z.ZodOptional))
    return Object.fromEntries(shown.map(([key, field]) => [key, knownOf(own, key, field) ?? sampleOf(field, key, own)]))
  }
  if (schema instanceof z.ZodArray) return [sampleOf(schema.element, name.replace(/s$/, ''), known)]
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodUnion) return sampleOf(schema.options[0] ?? z.string(), name, known)
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodNumber) return Math.max(schema.minValue ?? 0, 1)
  if (schema instanceof z.ZodBoolean) return true
  if (schema instanceof z.ZodRecord) return {}
  return textOf(schema, name)
}

function textOf(schema: z.core.$ZodType, name: string): string {
  const format = schema instanceof z.ZodType ? schema.meta()?.format : undefined
  if (format === 'uuid') return ID
  if (format === 'date-time') return TIME
  if (format === 'date') return TIME.slice(0, 10)
  if (format === 'email') return 'zoe@harbour.example'
  if (name === 'secret') return 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  return format === 'uri' ? 'https://example.com/' : name
}

/** The example record of a field that is named like a resource: `contact`, `guides`. */
function recordCalled(name: string): object | undefined {
  return resources.find((resource) => resource.name === `${name}s`)?.examples?.record
}

/** The value of a record, if the field accepts it: the statuses of deliveries and endpoints differ. */
function knownOf(record: object, key: string, field: z.core.$ZodType): unknown {
  const value = Object.hasOwn(record, key) ? Reflect.get(record, key) : undefined
  return field instanceof z.ZodType && field.safeParse(value).success ? value : undefined
}
