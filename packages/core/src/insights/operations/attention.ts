import { z } from 'zod'
import { severalOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { WAITING_KINDS, Waiting, waitingOf } from '../attention.ts'

const Count = z.int().min(0)

export const listWaiting = operation({
  name: 'list_waiting',
  summary:
    'List customers who need attention, the most urgent first, with the reason, the next step and who looks after them',
  description:
    'An extension. Each enrollment is listed once with all its reasons.\n\n`counts` has the number for each reason.',
  access: 'enrollments:read',
  scope: 'insights:read',
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
      .describe(`One of ${WAITING_KINDS.join(', ')}, or several separated by commas`),
    limit: z.int().min(1).max(50).default(12).describe('The most enrollments'),
  }),
  output: z.object({
    data: z.array(Waiting),
    counts: z.object({
      ...{ question: Count, review: Count, late: Count, link_request: Count, at_risk: Count },
      ...{ expiring: Count, stalled: Count, not_started: Count },
    }),
  }),
  run: (context, { kinds, limit }) =>
    waitingOf(context, {
      limit,
      kinds: kinds === undefined ? WAITING_KINDS : WAITING_KINDS.filter((kind) => kinds.split(',').includes(kind)),
    }),
})
