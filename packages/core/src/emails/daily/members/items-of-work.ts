import type { z } from 'zod'
import type { Reader } from '../../../storage/database.ts'
import { detailed } from '../../../work/details.ts'
import type { WorkItem } from '../../../work/item.ts'
import type { Found } from '../../../work/source.ts'
import type { DigestItem, DigestOf } from './item.ts'

type Item = z.infer<typeof WorkItem>

/** What was found in the work of a member, as a digest tells it. @param own what differs by kind */
export async function itemsOfWork(
  reader: Reader,
  { workspace_id, now }: Pick<DigestOf, 'workspace_id' | 'now'>,
  found: readonly Found[],
  own: (item: Item) => Pick<DigestItem, 'key' | 'stage' | 'tab' | 'since' | 'quote'>,
): Promise<DigestItem[]> {
  const items = await detailed(reader, { workspace_id, now }, found)
  return items.map((item) => ({
    enrollment_id: item.enrollment_id,
    customer: item.organisation_name ?? item.contact_name,
    guide: item.guide_title,
    step: item.step?.title,
    due_on: item.due_on,
    ...own(item),
  }))
}
