import { pathOf, type RoutedOperation } from '../rest/routed.ts'

/** Groups of operations, by the first part of their paths. */
export const TAGS: Record<string, { name: string; description: string }> = {
  contacts: { name: 'Contacts', description: 'The people being onboarded.' },
  organisations: { name: 'Organisations', description: 'Groups of contacts, usually companies.' },
  enrollments: {
    name: 'Enrollments',
    description: 'A contact assigned to a guide, with progress, completion and feedback.',
  },
  guides: { name: 'Guides', description: 'Published onboarding guides: sections of steps. Read-only.' },
  webhook_endpoints: { name: 'Webhook endpoints', description: 'Addresses that are told of events.' },
}

export function tagOf(operation: RoutedOperation): string {
  const [, resource = ''] = pathOf(operation).split('/')
  return TAGS[resource]?.name ?? resource
}
