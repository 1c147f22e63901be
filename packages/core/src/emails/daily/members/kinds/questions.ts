import { questions } from '../../../../work/kinds/questions.ts'
import { type DigestKind, MAX_OF_A_KIND } from '../item.ts'
import { itemsOfWork } from '../items-of-work.ts'

/** Questions that nobody has read or answered, in enrollments that the member looks after. They are repeated as late steps are. */
export const openQuestions: DigestKind = {
  mail: 'questions',
  async find(reader, { workspace_id, user_id, today, now }) {
    const asked = { workspace_id, whose: { assignee_id: user_id }, today }
    const found = await questions.next(reader, asked, { after: undefined, limit: MAX_OF_A_KIND })
    return itemsOfWork(reader, { workspace_id, now }, found, ({ message, waiting_since }) => ({
      key: `question ${message?.id}`,
      stage: 'late',
      since: waiting_since,
      ...(message && message.body !== '' && { quote: { text: message.body, by: message.author_name } }),
      tab: 'messages',
    }))
  },
}
