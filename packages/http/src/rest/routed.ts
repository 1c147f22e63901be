import type { Method, Operation } from '@handrail/core'

/** Where the REST API begins, below the address of the instance. */
export const API_PREFIX = '/api/v1'

export type RoutedOperation = Operation & { readonly route: NonNullable<Operation['route']> }

export function isRouted(operation: Operation): operation is RoutedOperation {
  return operation.route !== undefined
}

export function methodOf({ route }: RoutedOperation): Method {
  // The type of a route says that it begins with a method.
  return route.slice(0, route.indexOf(' ')) as Method
}

/** Below the API's prefix: `/contacts/:id`. */
export function pathOf({ route }: RoutedOperation): string {
  return route.slice(route.indexOf(' ') + 1)
}

export function pathParametersOf(operation: RoutedOperation): string[] {
  return [...pathOf(operation).matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

/** Names of the fields that a client may give, without those of the path. */
export function givenFieldsOf(operation: RoutedOperation): string[] {
  const path = pathParametersOf(operation)
  return Object.keys(operation.input.shape).filter((field) => !path.includes(field))
}
