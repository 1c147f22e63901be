import { RESOURCES, type Resource } from '@handrail/core'
import { pathOf, type RoutedOperation } from '../rest/routed.ts'

const resources: readonly Resource[] = RESOURCES

/** Groups of operations: the resources that present themselves. */
export const TAGS = resources.flatMap(({ tag }) => (tag ? [tag] : []))

/** The tag of the resource that the first part of the path names. */
export function tagOf(operation: RoutedOperation): string {
  const [, name] = pathOf(operation).split('/')
  const tag = resources.find((resource) => resource.name === name)?.tag
  if (!tag) throw new Error(`The resource ${name} of ${operation.name} has no tag`)
  return tag.name
}
