import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { ShownReason } from '../dates/health-reason.ts'
import { INBOX_KINDS } from './contract.ts'

/** An item of the inbox, as stored. */
export const InboxItem = z
  .object({
    id: OutputId,
    kind: z.enum(INBOX_KINDS),
    enrollment_id: OutputId,
    step_id: OutputId.nullable(),
    subject_id: OutputId.nullable().describe('The message, internal note or participant'),
    actor_name: z.string().describe('Who caused it, by the name at that time'),
    actor_with: z.string().nullable().describe('The application or key through which that member did it'),
    text: z.string().describe('The beginning of what was written'),
    read_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'InboxItem' })

/** An item with the names that its page shows. */
export const ListedInboxItem = InboxItem.extend({
  contact_name: z.string(),
  guide_title: z.string(),
  organisation_name: z.string().nullable(),
  target_date: z.string().nullable(),
  health_reason: ShownReason.nullable().describe(
    'Why the enrollment is late or at risk, if the item says so and it still is',
  ),
}).meta({ id: 'ListedInboxItem' })
