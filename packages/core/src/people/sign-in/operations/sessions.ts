import { z } from 'zod'
import { recordAudit } from '../../../audit/record.ts'
import { notFound } from '../../../errors.ts'
import { OutputId, RecordId, Timestamp } from '../../../fields/fields.ts'
import { operation } from '../../../operation/operation.ts'
import { browserOf } from '../browser-of.ts'
import * as store from '../store.ts'

const SessionRecord = z
  .object({
    id: OutputId,
    device: z.string().describe('User agent of the browser'),
    browser: z.string().nullable().describe('Its name; null if it sent none'),
    system: z.string().nullable().describe('Its operating system, if it is known'),
    current: z.boolean().describe('Whether it is the session of this request'),
    last_used_at: Timestamp,
    expires_at: Timestamp,
    created_at: Timestamp,
  })
  .meta({ id: 'Session' })

export const listSessions = operation({
  name: 'list_sessions',
  summary: 'List the sessions of the caller, last used first',
  access: 'account:manage',
  does: ['reads'],
  status: 200,
  input: z.strictObject({}),
  output: z.object({ data: z.array(SessionRecord) }),
  run: ({ caller, store: { read }, now }) =>
    read(async (reader) => {
      const sessions = await store.sessionsOf(reader, caller.id, now())
      return {
        data: sessions.map((session) => ({
          ...session,
          ...browserOf(session.device),
          current: session.id === caller.session_id,
        })),
      }
    }),
})

export const revokeSession = operation({
  name: 'revoke_session',
  summary: 'End a session of the caller; ending the current one signs out',
  access: 'account:manage',
  audit: ['session.ended'],
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      if (!(await store.deleteSession(tx, context.caller.id, id))) throw notFound()
      await recordAudit(tx, context, { action: 'session.ended', subject_id: id })
    }),
})

export const revokeOtherSessions = operation({
  name: 'revoke_other_sessions',
  summary: 'End all sessions of the caller except the current one',
  access: 'account:manage',
  audit: ['session.others_ended'],
  status: 204,
  input: z.strictObject({}),
  output: z.void(),
  run: (context) =>
    context.store.write(async (tx) => {
      const { id, session_id } = context.caller
      await store.deleteSessions(tx, { user_id: id, except: session_id })
      await recordAudit(tx, context, { action: 'session.others_ended', subject_id: id })
    }),
})
