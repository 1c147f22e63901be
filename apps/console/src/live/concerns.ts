import type { Name } from '../door/operations.ts'
import type { Change, Told } from './told.ts'

/** The kinds of records that events are about. */
type Kind = 'enrollment' | 'contact' | 'organisation' | 'guide' | 'webhook'

const KINDS: Readonly<Record<string, Kind>> = {
  contact: 'contact',
  organisation: 'organisation',
  webhook_endpoint: 'webhook',
  webhook: 'webhook',
}

/** What is asked anew when a record of a kind has changed. */
const CONCERNED: Readonly<Record<Kind, readonly Name[]>> = {
  enrollment: [
    'getEnrollment',
    'getEnrollmentSteps',
    'getGuideAnalytics',
    'getOverview',
    'listAllGuides',
    'listAttention',
    'listEmails',
    'listEnrollments',
    'listFiles',
    'listMessages',
  ],
  contact: [
    'getContact',
    'getEnrollment',
    'getOrganisation',
    'getOverview',
    'listAttention',
    'listContacts',
    'listEnrollments',
    'listOrganisations',
  ],
  organisation: ['getOrganisation', 'listAttention', 'listOrganisationNames', 'listOrganisations'],
  guide: ['getEnrollment', 'getGuide', 'getOverview', 'listAllGuides', 'listEnrollments', 'listGuides'],
  webhook: ['getWebhookEndpoint', 'listAttention', 'listWebhookDeliveries', 'listWebhookEndpoints'],
}

/** Answers about one record, which others of its kind do not concern. */
const ABOUT_ONE: Readonly<Partial<Record<Name, Kind>>> = {
  getContact: 'contact',
  getEnrollment: 'enrollment',
  getEnrollmentSteps: 'enrollment',
  getGuide: 'guide',
  getOrganisation: 'organisation',
  getWebhookEndpoint: 'webhook',
}

/** Which answers that were given may differ now, by the keys under which they are kept: the workspace, the operation, its input. */
export function concernedBy(told: readonly Told[]): (key: readonly unknown[]) => boolean {
  if (told.some(({ complete }) => !complete)) return ([, , , use]) => use !== 'tagged'
  const changed = Map.groupBy(
    told.flatMap(({ changes }) => changes),
    kindOf,
  )
  return ([, name, input, use]) => {
    // What is being written is not replaced under the hands of whoever writes.
    if (use === 'tagged') return false
    return [...changed].some(([kind, changes]) => {
      if (!CONCERNED[kind].some((one) => one === name)) return false
      const id = aboutOne(kind, name, input)
      return id === undefined || changes.some(({ subject_id }) => subject_id === null || subject_id === id)
    })
  }
}

function kindOf({ event }: Change): Kind {
  const prefix = event.split('.')[0] ?? ''
  // A guide that is viewed is one that somebody follows.
  if (prefix === 'guide' && event !== 'guide.viewed') return 'guide'
  return KINDS[prefix] ?? 'enrollment'
}

function aboutOne(kind: Kind, name: unknown, input: unknown): unknown {
  const isAboutOne = Object.entries(ABOUT_ONE).some(([one, its]) => one === name && its === kind)
  return isAboutOne && typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined
}
