import { z } from 'zod'
import { OutputId, OwnId, Timestamp } from '../../fields/fields.ts'
import { Section, VersionSettings } from '../guide.ts'

const Count = z.int().min(0)

/** A published version of a guide: it never changes. */
export const GuideVersion = z
  .object({
    id: OwnId,
    guide_id: OutputId.meta({ reference: 'The guide that was published.' }),
    number: z
      .int()
      .describe('From 1, in the order of publishing')
      .meta({ reference: 'Number of the version, from 1, in the order of publishing.' }),
    title: z.string().meta({ reference: 'Title in this version.' }),
    description: z.string().meta({ reference: 'Introduction in this version.' }),
    published_at: Timestamp.meta({ reference: 'When it was published.' }),
    published_by: z
      .string()
      .nullable()
      .describe('Name of the person who published it, at that time; null if unknown')
      .meta({ reference: 'Name of the person who published it, as known at that time; `null` if it is not known.' }),
    published_with: z
      .string()
      .nullable()
      .describe('Name of the application through which that person published it')
      .meta({ reference: 'Name of the application through which that person published it; `null` for the console.' }),
    is_published: z.boolean().describe('Whether new enrollments get this version'),
    invited: Count.meta({ reference: 'Enrollments on this version that have not been started.' }),
    in_progress: Count.meta({ reference: 'Enrollments on this version that are under way.' }),
    completed: Count.meta({ reference: 'Enrollments on this version that were finished.' }),
    expired: Count.meta({ reference: 'Enrollments on this version whose time ran out.' }),
  })
  .meta({
    id: 'GuideVersion',
    reference: 'A version of a guide that was published, with the numbers of enrollments on it.',
  })

/** A version with its contents. */
export const WholeGuideVersion = GuideVersion.extend({
  ...VersionSettings,
  sections: z.array(Section).meta({ reference: 'Sections in their order, with their steps.' }),
}).meta({ id: 'WholeGuideVersion', reference: 'A version of a guide that was published, with its sections and steps.' })
