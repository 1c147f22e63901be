import type { Name } from '../door/operations.ts'
import type { Change, Told } from './told.ts'

/** The kinds of records that events are about. */
type Kind = 'enrollment' | 'contact' | 'organisation' | 'guide' | 'draft' | 'webhook'

const KINDS: Readonly<Record<string, Kind>> = {
  contact: 'contact',
  organisation: 'organisation',
  draft: 'draft',
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
    'listGuideFigures',
    'listLatestEnrollments',
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
    'listLatestEnrollments',
    'listOrganisations',
  ],
  organisation: ['getOrganisation', 'listAttention', 'listOrganisationNames', 'listOrganisations'],
  guide: [
    'getEnrollment',
    'getGuide',
    'getGuideDraft',
    'getOverview',
    'listAllGuides',
    'listEnrollments',
    'listGuides',
    'listGuideVersions',
    'listLatestEnrollments',
  ],
  draft: ['getGuideDraft', 'listAllGuides', 'listReplacedDrafts'],
  webhook: [
    'getWebhookActivity',
    'getWebhookEndpoint',
    'listAttention',
    'listWebhookDeliveries',
    'listWebhookEndpoints',
  ],
}

/** Answers about one record, which others of these kinds do not concern. */
const ABOUT_ONE: Readonly<Partial<Record<Name, readonly Kind[]>>> = {
  getContact: ['contact'],
  getEnrollment: ['enrollment'],
  getEnrollmentSteps: ['enrollment'],
  getGuide: ['guide'],
  getGuideDraft: ['guide', 'draft'],
  getOrganisation: ['organisation'],
  getWebhookActivity: ['webhook'],
  getWebhookEndpoint: ['webhook'],
  listGuideVersions: ['guide'],
  listReplacedDrafts: ['draft'],
}

/** Which answers that were given may differ now, by the keys under which they are kept: the workspace, the operation, its input. */
export function concernedBy(told: readonly Told[]): (key: readonly unknown[]) => boolean {
  if (told.some(({ complete }) => !complete)) return ([, , , use]) => use !== 'tagged'
  const changed = Map.groupBy(
    // Who writes where is heard by the editor alone.
    told.flatMap(({ changes }) => changes).filter(({ event }) => event !== 'draft.visited'),
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

/** Which answers are about a record that is there, or there again, by their keys. */
export function thereBy(told: readonly Told[]): (key: readonly unknown[]) => boolean {
  const alive = told.flatMap(({ changes }) => changes).filter(({ event }) => !event.endsWith('.deleted'))
  return ([, name, input]) =>
    alive.some((change) => change.subject_id !== null && change.subject_id === aboutOne(kindOf(change), name, input))
}

function kindOf({ event }: Change): Kind {
  const prefix = event.split('.')[0] ?? ''
  // A guide that is viewed is one that somebody follows.
  if (prefix === 'guide' && event !== 'guide.viewed') return 'guide'
  return KINDS[prefix] ?? 'enrollment'
}

function aboutOne(kind: Kind, name: unknown, input: unknown): unknown {
  const isAboutOne = Object.entries(ABOUT_ONE).some(([one, kinds]) => one === name && kinds.includes(kind))
  return isAboutOne && typeof input === 'object' && input !== null && 'id' in input ? input.id : undefined
}
