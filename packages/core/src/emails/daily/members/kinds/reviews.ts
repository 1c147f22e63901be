import { detailed } from '../../../../work/details.ts'
import { reviews } from '../../../../work/kinds/reviews.ts'
import { type DigestKind, MAX_OF_A_KIND } from '../item.ts'

/** What customers have sent and the member is to review. It is repeated as late steps are. */
export const waitingReviews: DigestKind = {
  mail: 'reviews',
  async find(reader, { workspace_id, user_id, today, now }) {
    const asked = { workspace_id, whose: { assignee_id: user_id }, today }
    const found = await reviews.next(reader, asked, { after: undefined, limit: MAX_OF_A_KIND })
    const items = await detailed(reader, { workspace_id, now }, found)
    return items.map(({ enrollment_id, step, waiting_since, organisation_name, contact_name, guide_title }) => ({
      key: `review ${enrollment_id}/${step?.id}`,
      stage: 'late',
      enrollment_id,
      customer: organisation_name ?? contact_name,
      guide: guide_title,
      step: step?.title,
      due_on: null,
      since: waiting_since,
      tab: 'steps',
    }))
  },
}
