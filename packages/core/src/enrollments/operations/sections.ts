import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { notFound, validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import { RecordId, recordOf } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import type { Tx } from '../../storage/database.ts'
import type { StoredSection } from '../../storage/tables/guides.ts'
import { openingsOf } from '../gates/closed.ts'
import { closedSections } from '../gates/closed-sections.ts'
import { recordOpening } from '../gates/opening-event.ts'
import { EnrollmentSection, openingOf } from '../gates/section.ts'
import { CLOSED } from '../gates/section-row.ts'
import { putSection } from '../gates/store.ts'
import { recordedCaller } from '../participants/person.ts'
import { replan } from '../plan/replan.ts'
import { settledStepIds } from '../plan/settled.ts'
import { type Followed, findVisit, requireNotExpired } from '../steps/finish-step.ts'

const input = z.strictObject({
  id: RecordId.describe('ID of the enrollment'),
  section_id: RecordId.meta({ reference: 'A section of the guide, as `GET /enrollments/{id}/steps` lists it.' }),
})

export const openSection = operation({
  name: 'open_section',
  summary: 'Open a section of an enrollment',
  description:
    'Opens a closed section, whatever it waits for; for an open one nothing changes. Its steps can then be done by the customer.',
  access: 'enrollments:write',
  does: ['replaces'],
  audit: ['section.opened'],
  route: 'POST /enrollments/:id/sections/:section_id/open',
  status: 200,
  input,
  output: recordOf(EnrollmentSection),
  run: (context, place) =>
    context.store.write(async (tx) => {
      const { follow, section } = await sectionAt(tx, context, place)
      requireNotExpired(follow)
      const { enrollment } = follow
      const { waits_for } = await shownSection(tx, follow, section)
      if (waits_for === null) return { data: await shownSection(tx, follow, section) }
      const opening = (await openingsOf(tx, enrollment)).get(section.id) ?? CLOSED
      const opened = { ...opening, opened_at: tx.stamp, opened_by: recordedCaller(context.caller), seen_at: null }
      await putSection(tx, keyOf(follow), section.id, opened)
      await replan(tx, enrollment)
      await recordOpening(tx, enrollment, section, 'team')
      await audit(tx, context, follow, { section, action: 'section.opened' })
      return { data: await shownSection(tx, follow, section) }
    }),
})

export const closeSection = operation({
  name: 'close_section',
  summary: 'Take back that a section of an enrollment was opened',
  description: 'A section that a member opened can be closed until somebody of the customer has looked at the guide.',
  access: 'enrollments:write',
  does: ['replaces', 'ends'],
  audit: ['section.closed'],
  route: 'DELETE /enrollments/:id/sections/:section_id/open',
  status: 200,
  input,
  output: recordOf(EnrollmentSection),
  run: (context, place) =>
    context.store.write(async (tx) => {
      const { follow, section } = await sectionAt(tx, context, place)
      const { enrollment } = follow
      const opening = (await openingsOf(tx, enrollment)).get(section.id) ?? CLOSED
      requireClosable(opening)
      await putSection(tx, keyOf(follow), section.id, { ...opening, opened_at: null, opened_by: null })
      await replan(tx, enrollment)
      await follow.record('enrollment.updated', enrollment, tx.stamp)
      await audit(tx, context, follow, { section, action: 'section.closed' })
      return { data: await shownSection(tx, follow, section) }
    }),
})

/** @throws AppError unless a member opened it, and nobody of the customer has looked since */
function requireClosable({ opened_at, opened_by, seen_at }: typeof CLOSED): void {
  if (opened_at === null || opened_by === null)
    throw validationError({ section_id: fieldError('wrong_state', 'was not opened by a member') })
  if (seen_at !== null)
    throw validationError({ section_id: fieldError('wrong_state', 'stays open: the customer has looked at the guide') })
}

/** A section of a locked enrollment. @throws AppError `not_found` */
async function sectionAt(tx: Tx, context: Context, { id, section_id }: { id: string; section_id: string }) {
  const follow = await findVisit(tx, context, id)
  const section = follow.version.sections.find((one) => one.id === section_id)
  if (!section) throw notFound()
  return { follow, section }
}

function keyOf({ enrollment: { workspace_id, id } }: Followed) {
  return { workspace_id, enrollment_id: id }
}

async function shownSection(tx: Tx, { enrollment, version: { sections } }: Followed, section: StoredSection) {
  const settled = new Set(await settledStepIds(tx, enrollment))
  const openings = await openingsOf(tx, enrollment)
  const closed = closedSections({ sections, settled, openings, now: tx.time })
  const { id, title } = section
  return { id, title, enrollment_id: enrollment.id, ...openingOf(section, openings.get(id), closed) }
}

function audit(
  tx: Tx,
  context: Context,
  { enrollment, version }: Followed,
  { section, action }: { section: StoredSection; action: 'section.opened' | 'section.closed' },
): Promise<void> {
  const details = { section: section.title, guide: version.title }
  return recordAudit(tx, context, { action, subject_id: enrollment.id, details })
}
