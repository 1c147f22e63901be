import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import type { Reader } from '../../../../storage/database.ts'
import { DAY_MS, later } from '../../../../times.ts'
import type { OwnDay, OwnItem } from '../item.ts'
import { isMailedAtOnce } from '../mailed-at-once.ts'
import type { OwnPlan } from '../own-plans.ts'

/** An older answer is no news. */
const RECENT_MS = 7 * DAY_MS
/** Maximum number of messages of an enrollment that are examined. */
const MAX_MESSAGES = 200

/**
 * Questions of others about own steps that have an answer which nobody of the customer has seen. Whoever asked, or is mentioned, got
 * the answer at once.
 */
export async function answeredQuestions(reader: Reader, plan: OwnPlan, { now }: OwnDay): Promise<OwnItem[]> {
  const { enrollment, participant, sections, isOwn } = plan
  if (enrollment.participants_count === 0) return []
  const steps = new Map(sections.flatMap((section) => section.steps.map((step) => [step.id, step])))
  const messages = await recentMessages(reader, enrollment, later(now, -RECENT_MS))
  const items = new Map<string, OwnItem>()
  let asked: (typeof messages)[number] | undefined
  for (const message of messages) {
    if (message.kind !== 'answer') asked = message
    const step = steps.get(asked?.step_id ?? '')
    if (message.kind !== 'answer' || message.seen_at !== null || !step || !isOwn(step)) continue
    if (asked?.participant_id === (participant?.id ?? null)) continue
    const mailed = { ...enrollment, ...participant, kind: 'answer' as const, created_at: message.created_at }
    if (await isMailedAtOnce(reader, mailed)) continue
    const quote = { text: message.body, by: message.author_name }
    // A later answer about a step replaces an earlier one.
    items.set(step.id, { key: `answer ${message.id}`, stage: 'opened', plan, step, due_on: null, quote })
  }
  return [...items.values()]
}

function recentMessages(
  { db, tables: { messages: t } }: Reader,
  { workspace_id, id }: OwnPlan['enrollment'],
  since: string,
) {
  return db
    .select({
      id: t.id,
      kind: t.kind,
      step_id: t.step_id,
      participant_id: t.participant_id,
      author_name: t.author_name,
      body: t.body,
      seen_at: t.seen_at,
      created_at: t.created_at,
    })
    .from(t)
    .where(and(eq(t.workspace_id, workspace_id), eq(t.enrollment_id, id), gt(t.created_at, since), isNull(t.seen_at)))
    .orderBy(asc(t.created_at), asc(t.id))
    .limit(MAX_MESSAGES)
}
