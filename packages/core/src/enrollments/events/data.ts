import { z } from 'zod'
import { Contact } from '../../contacts/contact.ts'
import { contactExample } from '../../contacts/resource.ts'
import { EXAMPLE_TIME, exampleId, exampleTimes } from '../../fields/example.ts'
import { OutputDate } from '../../fields/fields.ts'
import { GuideSummary } from '../../guides/guide.ts'
import { guideExample } from '../../guides/resource.ts'
import { HEALTHS } from '../contract.ts'
import { ShownReason } from '../dates/health-reason.ts'
import { Enrollment } from '../enrollment.ts'

/** With the link: receivers of this event send the invitation, as they do with the hosted service. */
export const EnrollmentCreatedData = Enrollment.extend({
  contact: Contact.meta({ reference: 'The primary contact at the time of the event.' }),
  // Receivers of the hosted service know these names.
  progress_percent: z.number().min(0).max(100).meta({ reference: 'The same number as `progress_percentage`.' }),
  guide: GuideSummary.pick({ id: true, title: true, description: true, status: true, created_at: true })
    .extend({
      name: z.string().meta({ reference: 'The same text as `title`.' }),
    })
    .meta({ reference: 'The guide that the contact follows.' }),
}).meta({ id: 'EnrollmentCreatedEventData', reference: 'The new enrollment, with the link for the contact.' })

/**
 * The data of events about an enrollment: the record as in lists, with its contact and guide, without the link, which
 * is a credential.
 */
export const EnrollmentEventData = EnrollmentCreatedData.omit({ access_token: true, url: true }).meta({
  id: 'EnrollmentEventData',
  reference: 'The enrollment at the time of the event, with its contact and guide.',
})

/** What changed about the health, beside the enrollment. */
export const HealthChangedData = EnrollmentEventData.extend({
  change: z
    .object({
      before: z.enum(HEALTHS).meta({ reference: 'Health until now.' }),
      after: z.enum(HEALTHS).meta({ reference: 'Health from now on.' }),
      reason: ShownReason.nullable().meta({
        reference: 'Why it is late or at risk; `null` if it is neither any more.',
      }),
      forecast_date: OutputDate.nullable().meta({
        reference: 'Day on which the guide will be completed at the present pace; `null` if that cannot be told.',
      }),
    })
    .meta({ reference: 'What changed about the health.' }),
}).meta({ id: 'HealthChangedEventData', reference: 'The enrollment, with its health before and after.' })

const token = 'the-token-of-the-link'

export const enrollmentExample: z.infer<typeof Enrollment> = {
  id: exampleId(4),
  contact_id: contactExample.id,
  guide_id: guideExample.id,
  organisation_id: contactExample.organisation_id,
  assignee_id: null,
  status: 'in_progress',
  progress_percentage: 66.7,
  access_token: token,
  url: `https://onboarding.example.com/g/${token}`,
  started_at: EXAMPLE_TIME,
  completed_at: null,
  expires_at: null,
  participants_count: 0,
  target_date: null,
  health: 'none',
  health_reason: null,
  metadata: {},
  ...exampleTimes,
}

const { id, title, description, status, created_at } = guideExample

export const enrollmentCreatedExample: z.infer<typeof EnrollmentCreatedData> = {
  ...enrollmentExample,
  progress_percent: enrollmentExample.progress_percentage,
  contact: contactExample,
  guide: { id, title, description, name: title, status, created_at },
}

const { access_token: _token, url: _url, ...withoutLink } = enrollmentCreatedExample
export const enrollmentEventExample: z.infer<typeof EnrollmentEventData> = withoutLink
