import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
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
}).meta({ id: 'ListedInboxItem' })
