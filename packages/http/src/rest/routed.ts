import type { Operation } from '@handrail/core'
import { type Method, OPERATIONS, RESOURCES, type Resource } from '@handrail/core/internal'

/** The path of the REST API, below the address of the instance. */
export const API_PREFIX = '/api/v1'

export type RoutedOperation = Operation & { readonly route: NonNullable<Operation['route']> }

export function isRouted(operation: Operation): operation is RoutedOperation {
  return operation.route !== undefined
}

/** The operation with a route and this name. @throws Error if there is none */
export function operationNamed(name: string): RoutedOperation {
  const found = OPERATIONS.filter(isRouted).find((operation) => operation.name === name)
  if (!found) throw new Error(`No operation with a route is called ${name}`)
  return found
}

export function methodOf({ route }: RoutedOperation): Method {
  // The type of a route guarantees that it begins with a method.
  return route.slice(0, route.indexOf(' ')) as Method
}

/** Below the API's prefix: `/contacts/:id`. */
export function pathOf({ route }: RoutedOperation): string {
  return route.slice(route.indexOf(' ') + 1)
}

export function pathParametersOf(operation: RoutedOperation): string[] {
  return [...pathOf(operation).matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}

const resources: readonly Resource[] = RESOURCES

/**
 * The resource that an operation is about: the one that the first part of its path names, or one that is declared to be within it
 * and that a later part names.
 */
export function resourceOf(operation: RoutedOperation): Resource | undefined {
  const [, first, ...others] = pathOf(operation).split('/')
  const outer = resources.find(({ name, within }) => name === first && within === undefined)
  return others.reduce(
    (found, part) => resources.find(({ name, within }) => name === part && within === found?.name) ?? found,
    outer,
  )
}

/** Names of the fields that a client may give, without those of the path. */
export function givenFieldsOf(operation: RoutedOperation): string[] {
  const path = pathParametersOf(operation)
  return Object.keys(operation.input.shape).filter((field) => !path.includes(field))
}
