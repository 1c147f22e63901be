import { z } from 'zod'
import { CreatedAt, OutputId, OwnId, UpdatedAt } from '../../fields/fields.ts'
import { APPROVAL_DECISIONS } from './contract.ts'

/** The text and the files that a contact approves. */
const ApprovedDocument = z
  .object({
    title: z.string().meta({ reference: 'Title of the step.' }),
    markdown: z.string().meta({ reference: 'Text that the contact read before deciding, as Markdown.' }),
    files: z
      .array(
        z.object({
          name: z.string().meta({ reference: 'File name as the contact saw it.' }),
          url: z
            .string()
            .meta({ reference: 'Address of the file. It is derived from the contents, which therefore never change.' }),
        }),
      )
      .meta({ reference: 'Files that belong to the text.' }),
  })
  .meta({ id: 'ApprovedDocument', reference: 'The text and files that a contact decided on.' })

/** What a contact said to the text of a step of type `approval`. Never changed. */
export const Approval = z
  .object({
    id: OwnId,
    enrollment_id: OutputId.meta({ reference: 'The enrollment in which the decision was made.' }),
    step_id: OutputId.meta({ reference: 'The step in which the decision was asked for.' }),
    decision: z
      .enum(APPROVAL_DECISIONS)
      .meta({ reference: '`approved`, or `changes_requested` with the changes in `note`.' }),
    participant_id: OutputId.nullable()
      .describe('The participant who decided; null for the primary contact')
      .meta({ reference: 'The participant who decided; `null` for the primary contact.' }),
    person_name: z
      .string()
      .describe('The name of that person, as known at that time')
      .meta({ reference: 'Name of the person who decided, as known at that time.' }),
    signed_name: z
      .string()
      .describe('The name as the person typed it; empty for requested changes')
      .meta({ reference: 'Name as the person typed it; an empty string for requested changes.' }),
    note: z
      .string()
      .describe('The changes that were asked for')
      .meta({ reference: 'The changes that the person asked for; an empty string for an approval.' }),
    document: ApprovedDocument.describe('The exact text and files').meta({
      reference: 'The exact text and files that were decided on.',
    }),
    document_sha256: z
      .string()
      .describe('SHA-256 of the document, in hexadecimal')
      .meta({ reference: 'SHA-256 hash of `document`, in hexadecimal.' }),
    address: z
      .string()
      .nullable()
      .describe('The network address; null if it is not known')
      .meta({ reference: 'Network address from which the decision came; `null` if it is not known.' }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Approval', reference: 'What a contact approved, or asked to change, with the exact text and files.' })

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
}).meta({ id: 'ApprovalReference', reference: 'A decision without its document.' })
