import { RESOURCES, type Resource } from '@handrail/core/internal'
import { type RoutedOperation, resourceOf } from '../rest/routed.ts'

const resources: readonly Resource[] = RESOURCES

/** Groups of operations, by resource. */
export const TAGS = resources.flatMap(({ section }) =>
  section ? [{ name: section.name, description: section.description }] : [],
)

/** The tag of the resource that an operation is about. */
export function tagOf(operation: RoutedOperation): string {
  const resource = resourceOf(operation)
  if (!resource?.section) throw new Error(`The resource ${resource?.name} of ${operation.name} has no section`)
  return resource.section.name
}
