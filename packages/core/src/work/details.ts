import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { withNames } from '../enrollments/names/names.ts'
import { isInternal } from '../guides/responsible.ts'
import { findVersion } from '../guides/store.ts'
import { organisationNames } from '../organisations/store.ts'
import { memberNames } from '../people/members/assignee.ts'
import type { Reader } from '../storage/database.ts'
import type { StoredSection } from '../storage/tables/guides.ts'
import type { WorkItem } from './item.ts'
import { lastQuestions } from './kinds/questions.ts'
import { placeOf, type Sent, sentIn } from './kinds/reviews.ts'
import type { Found } from './source.ts'

type Item = z.infer<typeof WorkItem>

/** The items of a page, with the names of everything that they are about. Items of records that are gone meanwhile are left out. */
export async function detailed(
  reader: Reader,
  { workspace_id, now }: { workspace_id: string; now: string },
  found: readonly Found[],
): Promise<Item[]> {
  const enrollments = await enrollmentsOf(reader, { workspace_id, now }, found)
  const sections = await sectionsOf(reader, workspace_id, [...enrollments.values()])
  const asking = found.filter(({ kind }) => kind === 'question').map(({ enrollment_id }) => enrollment_id)
  const messages = await lastQuestions(reader, workspace_id, asking)
  const sent = await sentIn(
    reader,
    workspace_id,
    found.filter(({ kind }) => kind === 'review'),
  )
  const names = await namesOf(reader, workspace_id, found, [...enrollments.values()])
  return found.flatMap((one): Item[] => {
    const { kind, enrollment_id, step_id, at, assignee_id } = one
    const enrollment = enrollments.get(enrollment_id)
    if (!enrollment) return []
    const message = kind === 'question' ? messages.get(enrollment_id) : undefined
    const submission = kind === 'review' ? sent.get(placeOf(one)) : undefined
    const isOfStep = kind === 'step' || kind === 'review'
    const step = stepIn(sections.get(enrollment.guide_version_id) ?? [], isOfStep ? step_id : message?.step_id)
    if ((isOfStep && !step) || (kind === 'question' && !message)) return []
    return [
      {
        kind,
        enrollment_id,
        contact_name: enrollment.contact_name,
        organisation_name: names.get(enrollment.organisation_id ?? '') ?? null,
        guide_title: enrollment.guide_title,
        assignee_id,
        assignee_name: names.get(assignee_id ?? '') ?? null,
        due_on: kind === 'step' && at !== '' ? at : null,
        waiting_since: kind === 'step' ? null : at,
        step: step ?? null,
        message: message ?? null,
        submission: submission ? sentBy(submission, enrollment.contact_name) : null,
        messages_count: message?.total ?? 0,
      },
    ]
  })
}

/** What was sent, with the name of who did: the primary contact is no participant. */
function sentBy({ is_primary, ...sent }: Sent, contact_name: string): NonNullable<Item['submission']> {
  return is_primary ? { ...sent, sent_by: contact_name } : sent
}

async function enrollmentsOf(
  reader: Reader,
  { workspace_id, now }: { workspace_id: string; now: string },
  found: readonly Found[],
) {
  if (found.length === 0) return new Map<string, never>()
  const {
    id,
    contact_id,
    guide_id,
    guide_version_id,
    organisation_id,
    status,
    last_activity_at,
    workspace_id: own,
  } = reader.tables.enrollments
  const ids = [...new Set(found.map(({ enrollment_id }) => enrollment_id))]
  const listed = await reader.db
    .select({ id, contact_id, guide_id, guide_version_id, organisation_id, status, last_activity_at })
    .from(reader.tables.enrollments)
    .where(and(eq(own, workspace_id), inArray(id, ids)))
  const named = await withNames(reader, { workspace_id, listed, now })
  return new Map(named.map((enrollment) => [enrollment.id, enrollment]))
}

/** The sections of the versions of enrollments, each read once. */
async function sectionsOf(reader: Reader, workspace_id: string, enrollments: readonly { guide_version_id: string }[]) {
  const sections = new Map<string, readonly StoredSection[]>()
  for (const id of new Set(enrollments.map(({ guide_version_id }) => guide_version_id)))
    sections.set(id, (await findVersion(reader, workspace_id, id))?.sections ?? [])
  return sections
}

function stepIn(sections: readonly StoredSection[], step_id: string | null | undefined) {
  for (const section of sections) {
    const step = section.steps.find(({ id }) => id === step_id)
    if (step) return { id: step.id, title: step.title, section_title: section.title, internal: isInternal(step) }
  }
  return undefined
}

/** The names of organisations and members, by their ids. */
async function namesOf(
  reader: Reader,
  workspace_id: string,
  found: readonly Found[],
  enrollments: readonly { organisation_id: string | null }[],
) {
  const idsIn = (some: (string | null)[]) => [...new Set(some)].filter((id) => id !== null)
  const organisations = idsIn(enrollments.map(({ organisation_id }) => organisation_id))
  const members = idsIn(found.map(({ assignee_id }) => assignee_id))
  const named = [
    ...(await organisationNames(reader, workspace_id, organisations)),
    ...(await memberNames(reader, workspace_id, members)),
  ]
  return new Map(named.map(({ id, name }) => [id, name]))
}
