import { z } from 'zod'
import { AppError, existing } from '../../errors.ts'
import { recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { MEMBER_MAILS, type MemberMail } from '../contract.ts'
import { changeMemberMail, lockMembership, mailOffOf } from '../daily/members/store.ts'

const OwnMail = z.strictObject({
  steps: z.boolean().describe('Your steps that are late or due within two working days, in the digest'),
  reviews: z.boolean().describe('What customers have sent for you to review, in the digest'),
  questions: z.boolean().describe('Questions that nobody has read or answered, in the digest'),
  turned_late: z.boolean().describe('Customers whose step or target became late, in the digest'),
  mentions: z.boolean().describe('Mentions in internal notes, at once'),
} satisfies Record<MemberMail, z.ZodType>)

export const getOwnMail = operation({
  name: 'get_own_mail',
  summary: 'Get which mail about your work you get in the workspace',
  access: 'workspace:read',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: recordOf(OwnMail),
  run: ({ caller, store: { read } }) =>
    read(async (reader) => {
      const { workspace_id, id: user_id } = requireMember(caller)
      return { data: settingsOf(existing(await mailOffOf(reader, { workspace_id, user_id }))) }
    }),
})

export const setOwnMail = operation({
  name: 'set_own_mail',
  summary: 'Choose which mail about your work you get in the workspace',
  description: 'The digest comes in the morning of working days, and only if something of these kinds waits for you.',
  access: 'workspace:read',
  unaudited: 'own',
  status: 200,
  input: OwnMail.partial(),
  output: recordOf(OwnMail),
  run: ({ caller, store: { write } }, changes) =>
    write(async (tx) => {
      const { workspace_id, id: user_id } = requireMember(caller)
      const before = existing(await lockMembership(tx, { workspace_id, user_id })).mail_off
      // Omitted fields are absent: zod leaves them out.
      const after: z.output<typeof OwnMail> = Object.assign(settingsOf(before), changes)
      await changeMemberMail(tx, { workspace_id, user_id }, { mail_off: MEMBER_MAILS.filter((kind) => !after[kind]) })
      return { data: after }
    }),
})

function settingsOf(off: readonly MemberMail[]): z.output<typeof OwnMail> {
  const isOn = (kind: MemberMail) => !off.includes(kind)
  return {
    steps: isOn('steps'),
    reviews: isOn('reviews'),
    questions: isOn('questions'),
    turned_late: isOn('turned_late'),
    mentions: isOn('mentions'),
  }
}

/** @throws AppError `conflict` for programs */
function requireMember<C extends { kind: string }>(caller: C): C {
  if (caller.kind !== 'member') throw new AppError('conflict', 'This is a setting of members: sign in as a member')
  return caller
}
