import { z } from 'zod'
import { Timestamp } from '../fields/fields.ts'
import { GuideSummary } from './guide.ts'

/** A change of a draft by a program that no person has looked at. */
export const UnseenChange = z
  .object({
    at: Timestamp.meta({ reference: 'Time of the change.' }),
    by: z.string().describe('Name of the person for whom an application acted, or of the key'),
    application: z
      .string()
      .nullable()
      .describe('Null for a key')
      .meta({ reference: 'Name of the application; `null` for a key.' }),
  })
  .meta({ id: 'UnseenChange', reference: 'The last change of a draft by a program that nobody has looked at.' })

/** A guide in a list of those who write it. */
export const ListedGuide = GuideSummary.extend({
  has_changes: z.boolean().describe('Whether the draft differs from the published version'),
  invited: z.int().min(0).meta({ reference: 'Enrollments that have not been started.' }),
  in_progress: z.int().min(0).meta({ reference: 'Enrollments that are under way.' }),
  completed: z.int().min(0).meta({ reference: 'Enrollments that were finished.' }),
  expired: z.int().min(0).meta({ reference: 'Enrollments whose time ran out.' }),
  changed_at: Timestamp.describe('When the draft was last changed, or the guide published'),
  changed_by: z.string().nullable().describe('Name of the person who did that, at that time; null if unknown'),
  changed_with: z.string().nullable().describe('Name of the application through which that person did it'),
  unseen_change: UnseenChange.nullable().describe('The last change by a program, until a person has looked at it'),
}).meta({ id: 'ListedGuide', reference: 'A guide in any status, with the numbers of its enrollments.' })
