import { z } from 'zod'
import { RecordId, recordOf, Timestamp } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { activityOf, SCAN_LIMIT } from '../log/activity.ts'
import { existingEndpoint } from '../store.ts'

const Count = z.int().min(0)

const Activity = z.object({
  counted_to: Count.describe('Maximum number of deliveries examined per hour, newest first'),
  hours: z.array(
    z.object({
      starts_at: Timestamp,
      at_once: Count.describe('Delivered at the first attempt'),
      retried: Count.describe('Delivered at a later attempt'),
      waiting: Count.describe('Not attempted yet'),
      failing: Count.describe('Failed at least once, and retried later'),
      failed: Count.describe('Failed at every attempt'),
      skipped: Count,
    }),
  ),
})

export const getWebhookActivity = operation({
  name: 'get_webhook_activity',
  summary: 'Count the deliveries of the last 24 hours by status and by the hour of their event',
  access: 'webhooks:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({ id: RecordId }),
  output: recordOf(Activity),
  run: ({ caller: { workspace_id }, store: { read }, now }, { id }) =>
    read(async (reader) => {
      await existingEndpoint(reader, workspace_id, id)
      return { data: { counted_to: SCAN_LIMIT, hours: await activityOf(reader, workspace_id, id, now()) } }
    }),
})
