import { z } from 'zod'
import { APPROVAL_DECISIONS } from '../enrollments/approvals/contract.ts'
import { latestApprovals } from '../enrollments/approvals/store.ts'
import type { EnrollmentRow } from '../enrollments/store.ts'
import { SUBMISSION_STATUSES } from '../enrollments/submissions/contract.ts'
import { latestSubmissions } from '../enrollments/submissions/store.ts'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { isChecked } from '../guides/reviewed.ts'
import type { Reader } from '../storage/database.ts'
import type { StoredSection } from '../storage/tables/guides.ts'

/** What became of what was sent in a step that needs a review, as persons of the enrollment see it. */
export const OwnReview = z
  .object({
    step_id: OutputId,
    round: z.int().min(1),
    status: z.enum(SUBMISSION_STATUSES),
    comment: z.string(),
    participant_id: OutputId.nullable().describe('Who sent it; null for the primary contact'),
    submitted_at: Timestamp,
    decided_at: Timestamp.nullable(),
    decided_by_name: z.string().nullable(),
    note: z.string(),
    notes: z.record(z.string(), z.string()).describe('By the name of the field or the ID of the file'),
    file_ids: z.array(OutputId).describe('The files that were sent'),
  })
  .meta({ id: 'OwnReview' })

/** The latest decision at a step of type approval, as persons of the enrollment see it. */
export const OwnApproval = z
  .object({
    step_id: OutputId,
    decision: z.enum(APPROVAL_DECISIONS),
    participant_id: OutputId.nullable(),
    person_name: z.string(),
    signed_name: z.string(),
    note: z.string(),
    document: z.object({
      title: z.string(),
      markdown: z.string(),
      files: z.array(z.object({ name: z.string(), url: z.string() })),
    }),
    document_sha256: z.string(),
    created_at: Timestamp,
  })
  .meta({ id: 'OwnApproval' })

/**
 * The reviews and approvals of the steps that a person can open. Costs nothing for a guide without them.
 * @param sections without internal steps and closed sections
 */
export async function agreementsOf(
  reader: Reader,
  { workspace_id, id: enrollment_id }: EnrollmentRow,
  sections: readonly StoredSection[],
): Promise<{ reviews: z.infer<typeof OwnReview>[]; approvals: z.infer<typeof OwnApproval>[] }> {
  const checked = new Set(sections.flatMap(({ steps }) => steps.filter(isChecked).map(({ id }) => id)))
  if (checked.size === 0) return { reviews: [], approvals: [] }
  const whose = { workspace_id, enrollment_id }
  const sent = [...(await latestSubmissions(reader, whose)).values()].filter(({ step_id }) => checked.has(step_id))
  const decided = [...(await latestApprovals(reader, whose)).values()].filter(({ step_id }) => checked.has(step_id))
  return { reviews: sent.map((row) => ({ ...row, file_ids: row.files.map(({ id }) => id) })), approvals: decided }
}
