import { OPERATIONS } from '@handrail/core/internal'
import { failuresOf, successesOf } from '../../src/openapi/statuses.ts'
import { API_PREFIX, isRouted, methodOf, pathOf } from '../../src/rest/routed.ts'

const routes = OPERATIONS.filter(isRouted).map((operation) => {
  const parts = pathOf(operation).split('/')
  return {
    operation,
    method: methodOf(operation),
    parts,
    literals: parts.filter((part) => !part.startsWith(':')).length,
  }
})

/** Whatever a test asks of an operation, the answer has a status that the OpenAPI document describes. */
export function requireDescribed(method: string, address: string, status: number): void {
  const path = address.split('?')[0] ?? ''
  if (!path.startsWith(`${API_PREFIX}/`)) return
  const parts = path.slice(API_PREFIX.length).replace(/\/$/, '').split('/')
  const found = routes
    .filter((route) => route.method === method && route.parts.length === parts.length)
    .filter((route) => route.parts.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at])))
    .toSorted((a, b) => b.literals - a.literals)[0]
  if (!found) return
  const described = [...successesOf(found.operation), ...failuresOf(found.operation)]
  if (!described.includes(status))
    throw new Error(`${found.operation.name} answered ${status}, which the OpenAPI document does not describe`)
}
