import { reviews } from '../../../../work/kinds/reviews.ts'
import { type DigestKind, MAX_OF_A_KIND } from '../item.ts'
import { itemsOfWork } from '../items-of-work.ts'

/** What customers have sent and the member is to review. It is repeated as late steps are. */
export const waitingReviews: DigestKind = {
  mail: 'reviews',
  async find(reader, { workspace_id, user_id, today, now }) {
    const asked = { workspace_id, whose: { assignee_id: user_id }, today }
    const found = await reviews.next(reader, asked, { after: undefined, limit: MAX_OF_A_KIND })
    return itemsOfWork(reader, { workspace_id, now }, found, ({ enrollment_id, step, waiting_since }) => ({
      key: `review ${enrollment_id}/${step?.id}`,
      stage: 'late',
      since: waiting_since,
      tab: 'steps',
    }))
  },
}
