import { z } from 'zod'
import { personIn } from '../../enrollments/participants/person.ts'
import { replan } from '../../enrollments/plan/replan.ts'
import { recordOf, text } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { requireEntitlement } from '../../workspaces/plans.ts'
import { deleteDraft } from '../draft-store.ts'
import { textPlace } from '../own-texts.ts'
import { PlayerState } from '../player.ts'
import * as store from '../store.ts'
import { playerStateOf, startVisit } from '../visit.ts'

export const submitScore = operation({
  name: 'submit_score',
  summary: 'Submit the customer effort score',
  description: '1 (very difficult) to 7 (very easy). A later score replaces it; the same score again changes nothing.',
  access: 'enrollment:follow',
  unaudited: 'activity',
  status: 200,
  input: z.strictObject({ score: z.int().min(1).max(7), comment: text(5000).nullish() }),
  output: recordOf(PlayerState),
  run: (context, { score, comment }) => {
    requireEntitlement(context.caller.plan, 'ces')
    return context.store.write(async (tx) => {
      const follow = await startVisit(tx, context)
      const { ces_score, ces_comment } = follow.enrollment
      const given = { ces_score: score, ces_comment: comment || null }
      if (ces_score === given.ces_score && ces_comment === given.ces_comment)
        return { data: await playerStateOf(tx, follow) }
      const at = tx.stamp
      const scored = { ...follow.enrollment, ...given, last_activity_at: at, updated_at: at }
      await store.storeScore(tx, scored)
      const enrollment = await replan(tx, scored)
      await deleteDraft(tx, textPlace(enrollment, 'comment'), personIn(context.caller))
      const ces = { score, comment: given.ces_comment }
      await follow.record('ces.submitted', enrollment, at, { ces })
      return { data: await playerStateOf(tx, { ...follow, enrollment }) }
    })
  },
})
