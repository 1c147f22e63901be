import { z } from 'zod'
import { severalOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { WAITING_KINDS, Waiting, waitingOf } from '../attention.ts'

const Count = z.int().min(0)

export const listWaiting = operation({
  name: 'list_waiting',
  summary:
    'List customers who need attention, the most urgent first, with the reason, the next step and who looks after them',
  description: 'Each enrollment is listed once with all its reasons.\n\n`counts` has the number for each reason.',
  reference:
    'Each enrollment is listed once, with all its reasons. `counts` has the number of enrollments for each reason.',
  access: 'enrollments:read',
  scope: 'insights:read',
  does: ['reads'],
  route: 'GET /insights/attention',
  status: 200,
  tool: {
    name: 'list_attention',
    scope: 'insights:read',
    view: 'attention',
    guidance: 'Answer with answer_message, remind with send_reminders.',
    inWords: { kinds: `One or several of ${WAITING_KINDS.join(', ')}, separated by commas` },
  },
  input: z.strictObject({
    kinds: severalOf(WAITING_KINDS)
      .optional()
      .describe(`One of ${WAITING_KINDS.join(', ')}, or several separated by commas`)
      .meta({
        reference: 'Restricts the answer to one reason, or to several separated by commas; without it, all count.',
      }),
    limit: z
      .int()
      .min(1)
      .max(50)
      .default(12)
      .describe('The most enrollments')
      .meta({ reference: 'Greatest number of enrollments in the answer, from 1 to 50; 12 by default.' }),
  }),
  output: z.object({
    data: z.array(Waiting).meta({ reference: 'The enrollments, the most urgent first.' }),
    counts: z
      .object({
        question: Count.meta({ reference: 'With a question that nobody has answered.' }),
        review: Count.meta({ reference: 'With something to be reviewed.' }),
        late: Count.meta({ reference: 'Behind a date.' }),
        link_request: Count.meta({ reference: 'Whose contact waits for a new link.' }),
        at_risk: Count.meta({ reference: 'Likely to miss a date.' }),
        expiring: Count.meta({ reference: 'Whose link stops working soon.' }),
        stalled: Count.meta({ reference: 'In which nobody has done anything for days.' }),
        not_started: Count.meta({ reference: 'That nobody has opened yet.' }),
      })
      .meta({ reference: 'Number of enrollments by reason, whatever `kinds` and `limit` are.' }),
  }),
  run: (context, { kinds, limit }) =>
    waitingOf(context, {
      limit,
      kinds: kinds === undefined ? WAITING_KINDS : WAITING_KINDS.filter((kind) => kinds.split(',').includes(kind)),
    }),
})
