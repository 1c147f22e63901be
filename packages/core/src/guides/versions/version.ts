import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { Section, VersionSettings } from '../guide.ts'

const Count = z.int().min(0)

/** A published version of a guide: it never changes. */
export const GuideVersion = z
  .object({
    id: OutputId,
    guide_id: OutputId,
    number: z.int().describe('From 1, in the order of publishing'),
    title: z.string(),
    description: z.string(),
    published_at: Timestamp,
    published_by: z.string().nullable().describe('Name of the person who published it, at that time; null if unknown'),
    published_with: z.string().nullable().describe('Name of the application through which that person published it'),
    is_published: z.boolean().describe('Whether new enrollments get this version'),
    invited: Count,
    in_progress: Count,
    completed: Count,
    expired: Count,
  })
  .meta({ id: 'GuideVersion' })

/** A version with its contents. */
export const WholeGuideVersion = GuideVersion.extend({
  ...VersionSettings,
  sections: z.array(Section),
}).meta({ id: 'WholeGuideVersion' })
