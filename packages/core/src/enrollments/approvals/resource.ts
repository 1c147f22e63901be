import type { z } from 'zod'
import { exampleId, exampleTimes } from '../../fields/example.ts'
import { event, resource } from '../../resource.ts'
import { EnrollmentEventData, enrollmentEventExample as example } from '../events/data.ts'
import { ToldStep, toldStep } from '../events/told-step.ts'
import { type Approval, ToldApproval } from './approval.ts'
import { approvalsContract } from './contract.ts'

const ApprovalData = EnrollmentEventData.extend({
  step: ToldStep.meta({ reference: 'The step that asked for approval.' }),
  approval: ToldApproval.meta({
    reference: 'The decision, by reference; `GET /enrollments/{id}/approvals/{approval_id}` has the rest.',
  }),
}).meta({ id: 'ApprovalEventData', reference: 'The enrollment, with the step and a reference to the decision.' })

const step = { ...toldStep, title: 'Approve the scope', type: 'approval' }
const markdown = 'We build three dashboards until 15 December.'

const told: z.infer<typeof ToldApproval> = {
  id: exampleId(14),
  decision: 'approved',
  participant_id: null,
  person_name: 'Ingrid Halvorsen',
  signed_name: 'Ingrid Halvorsen',
  note: '',
  document_sha256: '5f2c0d1e3b4a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0',
}
const changes = { ...told, decision: 'changes_requested' as const, signed_name: '', note: 'We need four dashboards.' }

const record: z.infer<typeof Approval> = {
  ...told,
  enrollment_id: example.id,
  step_id: step.id,
  document: { title: step.title, markdown, files: [] },
  address: '192.0.2.10',
  ...exampleTimes,
}

/** What customers approve. */
export const approvals = resource(approvalsContract, {
  tables: { approvals: { of: 'enrollment' } },
  section: {
    name: 'Approvals',
    record: 'The decision, as `GET /enrollments/{id}/approvals` lists it.',
    description:
      'What contacts have said to the texts of steps of type `approval`: who, when, and the exact text and files.',
  },
  within: 'enrollments',
  events: {
    'approval.given': event(ApprovalData, { ...example, step, approval: told }),
    'approval.changes_requested': event(ApprovalData, { ...example, step, approval: changes }),
  },
  examples: { record },
})
