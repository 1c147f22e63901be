import { Contact } from '../../contacts/contact.ts'
import { findContactEvenDeleted } from '../../contacts/store.ts'
import type { Context } from '../../context.ts'
import type { GuideRow } from '../../guides/contents.ts'
import { findGuide, findVersion } from '../../guides/store.ts'
import { shapeOf } from '../../operation/shape.ts'
import type { Tx } from '../../storage/database.ts'
import { emitEvent } from '../../webhooks/events/emit.ts'
import { sealedFields } from '../../webhooks/events/sealed-fields.ts'
import type { EventType } from '../../webhooks/events/types.ts'
import { Enrollment } from '../enrollment.ts'
import type { EnrollmentRow } from '../store.ts'
import { type KeptToken, tokenOf } from '../token/token.ts'

/** An enrollment with the address of the guide for its contact. */
export function withUrl<T extends KeptToken>(
  { sealer, settings }: Pick<Context, 'sealer' | 'settings'>,
  enrollment: T,
) {
  const access_token = tokenOf(sealer, enrollment)
  return { ...enrollment, access_token, url: `${settings.publicUrl}/g/${access_token}` }
}

/** Emits an event whose data is the enrollment as in lists, with its contact and guide. */
export async function recordEnrollmentEvent(
  tx: Tx,
  context: Context,
  type: EventType,
  enrollment: EnrollmentRow,
  at: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await recorderOf(tx, context, enrollment).record(type, enrollment, at, details)
}

/** Emits an event of an enrollment: see `recordEnrollmentEvent`. */
export type RecordEvent = (
  type: EventType,
  enrollment: EnrollmentRow,
  at: string,
  details?: Record<string, unknown>,
) => Promise<void>

export interface Recorder {
  record: RecordEvent
  /** Reads what the events will say of the contact and the guide, in one round trip with what else is read then. */
  readRelated(): Promise<void>
}

/**
 * For the events of one enrollment, whose contact and guide do not change meanwhile: they are read once for all of them.
 * @param known what was read of them before, in the same transaction
 */
export function recorderOf(
  tx: Tx,
  context: Context,
  { workspace_id, ...ids }: RelatedIds,
  known: KnownRelated = {},
): Recorder {
  let related: Promise<Related> | undefined
  const read = () => {
    related ??= relatedTo(tx, { workspace_id, ...ids }, known)
    return related
  }
  return {
    async record(type, enrollment, at, details = {}) {
      const link = type === 'enrollment.created' ? linkFields(context, enrollment) : {}
      const data = { ...dataOf(enrollment, await read()), ...link, ...details }
      await emitEvent(tx, { workspace_id, type, data, at })
    },
    readRelated: async () => void (await read()),
  }
}

function linkFields(context: Context, enrollment: EnrollmentRow): Record<string, unknown> {
  const { access_token, url } = withUrl(context, enrollment)
  return sealedFields(context.sealer, { access_token, url })
}

const Told = Enrollment.omit({ access_token: true, url: true })

/** The event data of an enrollment, without its link, which is a credential. */
export async function eventDataOf(tx: Tx, enrollment: EnrollmentRow): Promise<object> {
  return dataOf(enrollment, await relatedTo(tx, enrollment))
}

type RelatedIds = Pick<EnrollmentRow, 'workspace_id' | 'contact_id' | 'guide_id' | 'guide_version_id'>
type Related = ReturnType<typeof relatedBy>

interface KnownRelated {
  contact?: Contact | undefined
  guide?: Awaited<ReturnType<typeof findGuide>>
}

/** What events say of the contact and the guide. */
async function relatedTo(
  tx: Tx,
  { workspace_id, contact_id, guide_id, guide_version_id }: RelatedIds,
  known: KnownRelated = {},
) {
  // None waits for another: on PostgreSQL they share a round trip.
  const [contact, version, guide] = await Promise.all([
    known.contact ?? findContactEvenDeleted(tx, workspace_id, contact_id),
    findVersion(tx, workspace_id, guide_version_id),
    known.guide ?? findGuide(tx, workspace_id, guide_id),
  ])
  return relatedBy(contact, version, guide)
}

const toldOf = shapeOf(Contact)

export function relatedBy(
  contact: Contact | undefined,
  version: { title: string; description: string } | undefined,
  guide: Pick<GuideRow, 'id' | 'status' | 'created_at'> | undefined,
) {
  const { title = '', description = '' } = version ?? {}
  return {
    contact: contact && toldOf(contact),
    guide: guide && {
      id: guide.id,
      title,
      description,
      name: title,
      status: guide.status,
      created_at: guide.created_at,
    },
  }
}

export function dataOf(enrollment: EnrollmentRow, related: Related): object {
  const listed = shapeOf(Told)(enrollment) as object
  return { ...listed, progress_percent: enrollment.progress_percentage, ...related }
}
