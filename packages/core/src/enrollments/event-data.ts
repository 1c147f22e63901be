import { z } from 'zod'
import { Contact } from '../contacts/contact.ts'
import { contactExample } from '../contacts/resource.ts'
import { EXAMPLE_TIME, exampleId, exampleTimes } from '../fields/example.ts'
import { OutputId } from '../fields/fields.ts'
import { guideExample } from '../guides/resource.ts'
import { Enrollment } from './enrollment.ts'

/** What an event tells of an enrollment: the record as its list view shows it, with its contact and guide. */
export const EnrollmentEventData = Enrollment.extend({
  contact: Contact,
  guide: z.object({ id: OutputId, title: z.string(), description: z.string() }),
}).meta({ id: 'EnrollmentEventData' })

const token = 'the-token-of-the-link'

export const enrollmentExample: z.infer<typeof Enrollment> = {
  id: exampleId(4),
  contact_id: contactExample.id,
  guide_id: guideExample.id,
  organisation_id: contactExample.organisation_id,
  status: 'in_progress',
  progress_percentage: 66.7,
  access_token: token,
  url: `https://onboarding.example.com/g/${token}`,
  started_at: EXAMPLE_TIME,
  completed_at: null,
  expires_at: null,
  metadata: {},
  ...exampleTimes,
}

export const enrollmentEventExample: z.infer<typeof EnrollmentEventData> = {
  ...enrollmentExample,
  contact: contactExample,
  guide: { id: guideExample.id, title: guideExample.title, description: guideExample.description },
}
