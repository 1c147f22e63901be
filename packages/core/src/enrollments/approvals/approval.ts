import { z } from 'zod'
import { OutputId, Timestamp } from '../../fields/fields.ts'
import { APPROVAL_DECISIONS } from './contract.ts'

/** The text and the files that a contact approves. */
const ApprovedDocument = z
  .object({
    title: z.string(),
    markdown: z.string(),
    files: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .meta({ id: 'ApprovedDocument' })

/** What a contact said to the text of a step of type `approval`. Never changed. */
export const Approval = z
  .object({
    id: OutputId,
    enrollment_id: OutputId,
    step_id: OutputId,
    decision: z.enum(APPROVAL_DECISIONS),
    participant_id: OutputId.nullable().describe('The participant who decided; null for the primary contact'),
    person_name: z.string().describe('The name of that person, as known at that time'),
    signed_name: z.string().describe('The name as the person typed it; empty for requested changes'),
    note: z.string().describe('The changes that were asked for'),
    document: ApprovedDocument.describe('The exact text and files'),
    document_sha256: z.string().describe('SHA-256 of the document, in hexadecimal'),
    address: z.string().nullable().describe('The network address; null if it is not known'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Approval' })

/** The part of an approval that is stored as it is shown. */
export const StoredApproval = Approval.omit({ address: true })

/** The part of an approval that events have. */
export const ToldApproval = Approval.pick({
  id: true,
  decision: true,
  participant_id: true,
  person_name: true,
  signed_name: true,
  note: true,
  document_sha256: true,
}).meta({ id: 'ApprovalReference' })
