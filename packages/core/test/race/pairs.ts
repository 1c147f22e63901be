import { type Bound, operations } from '../../src/index.ts'
import type { Act } from './act.ts'
import { DATED_PAIRS, type Dated, NOTHING_DATED } from './dated.ts'
import { DRAFTED_PAIRS, type Drafted, NOTHING_DRAFTED } from './drafted.ts'
import { GATED_PAIRS, type Gated, NOTHING_GATED } from './gated.ts'
import { NOTHING_PLANNED, type Planned } from './planned.ts'
import { NOTHING_REVIEWED, REVIEWED_PAIRS, type Reviewed } from './reviewed.ts'
import { NOTHING_SHARED, type Shared } from './shared.ts'

const {
  createContact,
  createEnrollment,
  createGuide,
  createOrganisation,
  createWebhookEndpoint,
  pauseWebhookEndpoint,
  publishGuide,
  updateEnrollment,
} = operations

/** The initial records of every workspace of the race. */
export interface Start extends Shared, Gated, Planned, Dated, Reviewed, Drafted {
  /** IDs of organisations by name. */
  north: string
  south: string
  /** Contacts: Ada in the north, Bea in the south. */
  ada: string
  bea: string
  guide: string
  steps: string[]
  /** Ada's enrollment in another guide, and its token. */
  enrollment: string
  token: string
  /** Bea's expired enrollment, and its token. */
  expired: string
  expiredToken: string
  endpoint: string
  paused: string
}

export async function makeStart(bound: Bound): Promise<Start> {
  const organisation = async (name: string) => (await bound.invoke(createOrganisation, { name })).data.id
  const [north, south] = [await organisation('North'), await organisation('South')]
  const contact = async (name: string, organisation_id: string) =>
    (await bound.invoke(createContact, { email: `${name}@example.com`, first_name: name, organisation_id })).data.id
  const [ada, bea] = [await contact('ada', north), await contact('bea', south)]
  const [guide] = await publish(bound, 'Start')
  const [other, steps] = await publish(bound, 'Second')
  const enroll = async (contact_id: string) =>
    (await bound.invoke(createEnrollment, { contact_id, guide_id: other })).data
  const { id: enrollment, access_token: token } = await enroll(ada)
  const { id: expired, access_token: expiredToken } = await enroll(bea)
  await bound.invoke(updateEnrollment, { id: expired, status: 'expired' })
  const subscribe = async (description: string) => {
    const fields = { url: 'https://receiver.example.com/', events: ['*'], description }
    return (await bound.invoke(createWebhookEndpoint, fields)).data.id
  }
  const [endpoint, paused] = [await subscribe('on'), await subscribe('off')]
  await bound.invoke(pauseWebhookEndpoint, { id: paused })
  const own = { north, south, ada, bea, guide, steps, enrollment, token, expired, expiredToken, endpoint, paused }
  const nothing = { ...NOTHING_SHARED, ...NOTHING_GATED, ...NOTHING_PLANNED, ...NOTHING_DATED, ...NOTHING_REVIEWED }
  return { ...own, ...nothing, ...NOTHING_DRAFTED }
}

async function publish(bound: Bound, title: string): Promise<[id: string, steps: string[]]> {
  const sections = [{ title: 'One', steps: [{ title: 'A' }, { title: 'B' }] }]
  const { data } = await bound.invoke(createGuide, { title, sections })
  await bound.invoke(publishGuide, { id: data.id })
  return [data.id, data.sections.flatMap((section) => section.steps.map(({ id }) => id))]
}

export interface Pair {
  name: string
  /** Whether it needs the records of `makeDated`. */
  isDated?: true
  /** Whether it needs the records of `makeDrafted`. */
  isDrafted?: true
  /** Whether it needs the records of `makeShared`. */
  isShared?: true
  /** Whether it needs the records of `makeGated`. */
  isGated?: true
  /** Whether it needs the records of `makeReviewed`. */
  isReviewed?: true
  /** Whether it needs the records of `makePlanned`. */
  isPlanned?: true
  acts(start: Start): [Act, Act]
}

const does = (operation: string, input: Record<string, unknown>, as?: string): Act => ({
  operation,
  input,
  ...(as !== undefined && { as }),
})
const enroll = ({ ada, guide }: Start) => does('create_enrollment', { contact_id: ada, guide_id: guide })
const move = (id: string, organisation_id: string | null) => does('update_contact', { id, organisation_id })
const create = (email: string, organisation_id: string | null = null) =>
  does('create_contact', { email, first_name: 'New', organisation_id })
const remove = (what: string, id: string) => does(`delete_${what}`, { id })
const patch = (id: string, changes: object) => does('update_enrollment', { id, ...changes })
const step = ({ steps, token }: Start, which: 0 | 1) => does('complete_own_step', { step_id: steps[which] }, token)
const join = (id: string, person: Record<string, unknown>) => does('create_participant', { id, ...person })
const quit = ({ shared, part }: Start) => does('delete_participant', { id: shared, participant_id: part })
const remindPart = ({ shared, part }: Start) => does('send_participant_reminder', { id: shared, participant_id: part })
const sharedStep = ({ steps }: Start, token: string) => does('complete_own_step', { step_id: steps[0] }, token)

const remark = ({ shared }: Start, mentions: string[] = []) =>
  does('create_internal_note', { id: shared, body: 'Look', mentions })
const dismiss = ({ member }: Start) => does('remove_member', { user_id: member })

/** Pairs about what members write and read. */
const TEAM_PAIRS: Pair[] = [
  {
    name: 'write an internal note, and delete the enrollment',
    acts: (s) => [remark(s), remove('enrollment', s.shared)],
  },
  { name: 'write two internal notes', acts: (s) => [remark(s), remark(s)] },
  {
    name: 'ask the assignee, who is removed',
    acts: (s) => [does('ask_question', { body: 'Hello?' }, s.cleoToken), dismiss(s)],
  },
  { name: 'mention a member, who is removed', acts: (s) => [remark(s, [s.member]), dismiss(s)] },
]

/** Pairs about an enrollment in which several people take part. */
const SHARED_PAIRS: Pair[] = [
  {
    name: 'add the same contact twice',
    acts: (s) => [join(s.shared, { contact_id: s.bea }), join(s.shared, { contact_id: s.bea })],
  },
  {
    name: 'add the same new address twice',
    acts: (s) => [
      join(s.shared, { email: 'new@example.com', first_name: 'New' }),
      join(s.shared, { email: 'new@example.com', first_name: 'New' }),
    ],
  },
  {
    name: 'add a new address, and create a contact with it',
    acts: (s) => [join(s.shared, { email: 'new@example.com', first_name: 'New' }), create('new@example.com')],
  },
  {
    name: 'take the last place of an enrollment',
    acts: (s) => [join(s.crowded, { contact_id: s.ada }), join(s.crowded, { contact_id: s.bea })],
  },
  {
    name: 'add a contact, and delete it',
    acts: (s) => [join(s.shared, { contact_id: s.bea }), remove('contact', s.bea)],
  },
  {
    name: 'add a contact, and delete the primary one',
    acts: (s) => [join(s.shared, { contact_id: s.bea }), remove('contact', s.cleo)],
  },
  {
    name: 'add a contact, and delete the enrollment',
    acts: (s) => [join(s.shared, { contact_id: s.bea }), remove('enrollment', s.shared)],
  },
  { name: 'remove a participant who finishes a step', acts: (s) => [quit(s), sharedStep(s, s.danToken)] },
  { name: 'remove a participant twice', acts: (s) => [quit(s), quit(s)] },
  { name: 'remove a participant, and delete the contact', acts: (s) => [quit(s), remove('contact', s.dan)] },
  { name: 'remove a participant, and delete the primary contact', acts: (s) => [quit(s), remove('contact', s.cleo)] },
  {
    name: 'delete a primary contact, and the one who succeeds',
    acts: (s) => [remove('contact', s.cleo), remove('contact', s.dan)],
  },
  {
    name: 'delete a primary contact, and enroll the one who succeeds',
    acts: (s) => [remove('contact', s.cleo), does('create_enrollment', { contact_id: s.dan, guide_id: s.guide })],
  },
  {
    name: 'delete a primary contact who finishes a step',
    acts: (s) => [remove('contact', s.cleo), sharedStep(s, s.cleoToken)],
  },
  { name: 'finish a shared step twice', acts: (s) => [sharedStep(s, s.cleoToken), sharedStep(s, s.danToken)] },
  { name: 'remind a participant twice', acts: (s) => [remindPart(s), remindPart(s)] },
  { name: 'remind a participant, and remove the participant', acts: (s) => [remindPart(s), quit(s)] },
  { name: 'remind a participant, and delete the contact', acts: (s) => [remindPart(s), remove('contact', s.dan)] },
  {
    name: 'give a participant a new link, and remove the participant',
    acts: (s) => [does('renew_participant_link', { id: s.shared, participant_id: s.part }), quit(s)],
  },
  {
    name: 'give a primary contact a new link, and delete the contact',
    acts: (s) => [does('renew_enrollment_link', { id: s.shared }), remove('contact', s.cleo)],
  },
]

const completeOurs = ({ planned, teamStep }: Start) => does('complete_step', { id: planned, step_id: teamStep })
const changeStep = ({ planned }: Start, step_id: string, changes: object) =>
  does('update_enrollment_step', { id: planned, step_id, ...changes })
const leave = ({ member }: Start) => does('remove_member', { user_id: member })

/** Pairs about steps of the team. */
const PLANNED_PAIRS: Pair[] = [
  { name: 'complete a step of the team twice', acts: (s) => [completeOurs(s), completeOurs(s)] },
  {
    name: 'complete a step of the team, and skip it',
    acts: (s) => [completeOurs(s), changeStep(s, s.teamStep, { skipped: true })],
  },
  {
    name: 'complete a step of the team, and give it to a member',
    acts: (s) => [completeOurs(s), changeStep(s, s.teamStep, { assignee_id: s.member })],
  },
  {
    name: 'finish an own step, and have it skipped',
    acts: (s) => [
      does('complete_own_step', { step_id: s.ownStep }, s.plannedToken),
      changeStep(s, s.ownStep, { skipped: true }),
    ],
  },
  {
    name: 'finish the last two steps, of both sides',
    acts: (s) => [completeOurs(s), does('complete_own_step', { step_id: s.ownStep }, s.plannedToken)],
  },
  {
    name: 'give a step to a member who leaves',
    acts: (s) => [changeStep(s, s.teamStep, { assignee_id: s.member }), leave(s)],
  },
  { name: 'complete a step of a member who leaves', acts: (s) => [completeOurs(s), leave(s)] },
  {
    name: 'enroll where a member does a step, who leaves',
    acts: (s) => [does('create_enrollment', { contact_id: s.gus, guide_id: s.planGuide }), leave(s)],
  },
  {
    name: 'skip a step of an enrollment that expires',
    acts: (s) => [changeStep(s, s.teamStep, { skipped: true }), patch(s.planned, { status: 'expired' })],
  },
]

/** Pairs of concurrent actions on the same records. */
export const PAIRS: Pair[] = [
  ...PLANNED_PAIRS.map((pair) => ({ ...pair, isPlanned: true as const })),
  ...[...SHARED_PAIRS, ...TEAM_PAIRS].map((pair) => ({ ...pair, isShared: true as const })),
  ...GATED_PAIRS.map((pair) => ({ ...pair, isGated: true as const })),
  ...REVIEWED_PAIRS.map((pair) => ({ ...pair, isReviewed: true as const })),
  ...DRAFTED_PAIRS.map((pair) => ({ ...pair, isDrafted: true as const })),
  ...DATED_PAIRS.map((pair) => ({ ...pair, isDated: true as const })),
  { name: 'enroll a contact, and move it', acts: (s) => [enroll(s), move(s.ada, s.south)] },
  { name: 'enroll a contact, and delete it', acts: (s) => [enroll(s), remove('contact', s.ada)] },
  { name: 'enroll a contact, and delete its organisation', acts: (s) => [enroll(s), remove('organisation', s.north)] },
  { name: 'enroll a contact twice', acts: (s) => [enroll(s), enroll(s)] },
  { name: 'enroll in a guide, and archive it', acts: (s) => [enroll(s), does('archive_guide', { id: s.guide })] },
  { name: 'enroll in a guide, and publish it', acts: (s) => [enroll(s), does('publish_guide', { id: s.guide })] },
  {
    name: 'enroll again, and reopen what has expired',
    acts: (s) => [
      does('create_enrollment', { contact_id: s.bea, guide_id: s.guide }),
      patch(s.expired, { status: 'in_progress' }),
    ],
  },
  {
    name: 'enter an organisation, and delete it',
    acts: (s) => [create('n@example.com', s.north), remove('organisation', s.north)],
  },
  {
    name: 'move into an organisation, and delete it',
    acts: (s) => [move(s.bea, s.north), remove('organisation', s.north)],
  },
  {
    name: 'move out of an organisation, and delete it',
    acts: (s) => [move(s.ada, s.south), remove('organisation', s.north)],
  },
  { name: 'change organisations', acts: (s) => [move(s.ada, s.south), move(s.bea, s.north)] },
  { name: 'move a contact to two places', acts: (s) => [move(s.ada, s.south), move(s.ada, null)] },
  {
    name: 'move a contact, and change its enrollment',
    acts: (s) => [move(s.ada, s.south), patch(s.enrollment, { metadata: { a: 1 } })],
  },
  { name: 'move a contact, and finish a step', acts: (s) => [move(s.ada, s.south), step(s, 0)] },
  {
    name: 'delete both organisations of a move',
    acts: (s) => [remove('organisation', s.north), remove('organisation', s.south)],
  },
  { name: 'create the same contact twice', acts: () => [create('same@example.com'), create('same@example.com')] },
  {
    name: 'take an e-mail address, and create a contact with it',
    acts: (s) => [does('update_contact', { id: s.ada, email: 'new@example.com' }), create('new@example.com')],
  },
  {
    name: 'change two fields of a contact',
    acts: (s) => [
      does('update_contact', { id: s.ada, first_name: 'Augusta' }),
      does('update_contact', { id: s.ada, last_name: 'King' }),
    ],
  },
  {
    name: 'change a contact, and delete it',
    acts: (s) => [does('update_contact', { id: s.ada, last_name: 'King' }), remove('contact', s.ada)],
  },
  {
    name: 'change a contact, and delete its organisation',
    acts: (s) => [does('update_contact', { id: s.ada, last_name: 'King' }), remove('organisation', s.north)],
  },
  {
    name: 'delete a contact, and its organisation',
    acts: (s) => [remove('contact', s.ada), remove('organisation', s.north)],
  },
  { name: 'delete a contact twice', acts: (s) => [remove('contact', s.ada), remove('contact', s.ada)] },
  {
    name: 'delete an organisation twice',
    acts: (s) => [remove('organisation', s.north), remove('organisation', s.north)],
  },
  {
    name: 'change an organisation, and delete it',
    acts: (s) => [does('update_organisation', { id: s.north, name: 'N' }), remove('organisation', s.north)],
  },
  {
    name: 'change an organisation, and enter it',
    acts: (s) => [does('update_organisation', { id: s.north, domain: 'n.example' }), create('n@example.com', s.north)],
  },
  {
    name: 'create a contact, and delete who is told',
    acts: (s) => [create('n@example.com'), remove('webhook_endpoint', s.endpoint)],
  },
  {
    name: 'create a contact, and pause who is told',
    acts: (s) => [create('n@example.com'), does('pause_webhook_endpoint', { id: s.endpoint })],
  },
  {
    name: 'delete an organisation, and who is told',
    acts: (s) => [remove('organisation', s.north), remove('webhook_endpoint', s.endpoint)],
  },
  {
    name: 'enable an endpoint, and delete it',
    acts: (s) => [does('enable_webhook_endpoint', { id: s.paused }), remove('webhook_endpoint', s.paused)],
  },
  {
    name: 'change an endpoint, and rotate its secret',
    acts: (s) => [
      does('update_webhook_endpoint', { id: s.endpoint, description: 'changed' }),
      does('rotate_webhook_secret', { id: s.endpoint }),
    ],
  },
  { name: 'finish both steps', acts: (s) => [step(s, 0), step(s, 1)] },
  { name: 'finish a step twice', acts: (s) => [step(s, 0), step(s, 0)] },
  {
    name: 'finish a step, and expire the enrollment',
    acts: (s) => [step(s, 0), patch(s.enrollment, { status: 'expired' })],
  },
  { name: 'finish a step, and delete the enrollment', acts: (s) => [step(s, 0), remove('enrollment', s.enrollment)] },
  { name: 'finish a step, and delete the contact', acts: (s) => [step(s, 0), remove('contact', s.ada)] },
  {
    name: 'complete an enrollment, and expire it',
    acts: (s) => [patch(s.enrollment, { status: 'completed' }), patch(s.enrollment, { status: 'expired' })],
  },
  {
    name: 'open a guide, and change the enrollment',
    acts: (s) => [does('open_own_guide', {}, s.token), patch(s.enrollment, { metadata: { b: 2 } })],
  },
  {
    name: 'open a guide twice',
    acts: (s) => [does('open_own_guide', {}, s.token), does('open_own_guide', {}, s.token)],
  },
  {
    name: 'ask something, and delete the enrollment',
    acts: (s) => [does('ask_question', { body: 'Hello?' }, s.token), remove('enrollment', s.enrollment)],
  },
  {
    name: 'ask something, and have an answer',
    acts: (s) => [
      does('ask_question', { body: 'Hello?' }, s.token),
      does('answer_message', { id: s.enrollment, body: 'Hello.' }),
    ],
  },
  {
    name: 'ask for a new link twice',
    acts: (s) => [does('request_new_link', {}, s.expiredToken), does('request_new_link', {}, s.expiredToken)],
  },
  {
    name: 'ask for a new link, and reopen what has expired',
    acts: (s) => [
      does('request_new_link', {}, s.expiredToken),
      patch(s.expired, { status: 'in_progress', metadata: { a: 1 } }),
    ],
  },
]

/** In a workspace whose plan has one place left. */
export const LAST_PLACE: Pair = {
  name: 'take the last place of the plan',
  acts: () => [create('one@example.com'), create('two@example.com')],
}
