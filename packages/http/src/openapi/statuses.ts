import { hasTag } from '../rest/response/output.ts'
import { methodOf, pathOf, type RoutedOperation } from '../rest/routed.ts'

/** The statuses of answers to requests that succeed. */
export function successesOf(operation: RoutedOperation): number[] {
  const { status, creates } = operation
  const unchanged = methodOf(operation) === 'GET' && hasTag(operation)
  return [status, ...(creates ? [201] : []), ...(unchanged ? [304] : [])]
}

/** The statuses of errors. A test compares them with what is sent in all tests. */
export function failuresOf(operation: RoutedOperation): number[] {
  const method = methodOf(operation)
  const statuses = [400, 401, 403, 422, 429, 500, 503]
  if (pathOf(operation).includes(':')) statuses.push(404)
  if (operation.current) statuses.push(412)
  if (operation.replaces) statuses.push(428)
  if (method === 'POST') statuses.push(409)
  // An unexpected body is parsed as well, so it must be JSON.
  if (method !== 'GET') statuses.push(413, 415)
  return statuses
}
