import { and, asc, eq, gt, isNull, ne } from 'drizzle-orm'
import type { Reader } from '../../../../storage/database.ts'
import { DAY_MS, later } from '../../../../times.ts'
import type { OwnDay, OwnItem } from '../item.ts'
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
    if (await isMailed(reader, { ...enrollment, ...participant }, message.created_at)) continue
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

/** Whether the answer went to a contact at once: mail of the transaction that wrote it has its time. */
async function isMailed(
  { db, tables: { emails: t } }: Reader,
  { workspace_id, contact_id }: { workspace_id: string; contact_id: string },
  created_at: string,
): Promise<boolean> {
  const found = await db
    .select({ id: t.id })
    .from(t)
    .where(
      and(
        eq(t.workspace_id, workspace_id),
        eq(t.contact_id, contact_id),
        eq(t.created_at, created_at),
        eq(t.kind, 'answer'),
        ne(t.status, 'skipped'),
      ),
    )
    .limit(1)
  return found.length > 0
}
