import type { z } from 'zod'
import { EXAMPLE_TIME, exampleId, exampleTimes } from '../../fields/example.ts'
import { event, resource } from '../../resource.ts'
import { EnrollmentEventData, enrollmentEventExample as example } from '../events/data.ts'
import { ToldStep, toldForm } from '../events/told-step.ts'
import { submissionsContract } from './contract.ts'
import { type Submission, ToldSubmission } from './submission.ts'

const SubmissionData = EnrollmentEventData.extend({
  step: ToldStep.meta({ reference: 'The step for which something was sent.' }),
  submission: ToldSubmission.meta({
    reference: 'What was sent, by reference; `GET /enrollments/{id}/submissions/{submission_id}` has the rest.',
  }),
}).meta({ id: 'SubmissionEventData', reference: 'The enrollment, with the step and a reference to what was sent.' })

const record: z.infer<typeof Submission> = {
  id: exampleId(13),
  enrollment_id: example.id,
  step_id: toldForm.id,
  round: 1,
  revision: 1,
  status: 'submitted',
  answers: { company: 'Northwind Logistics' },
  files: [],
  comment: '',
  participant_id: null,
  participant_name: null,
  submitted_at: EXAMPLE_TIME,
  reviewer_id: null,
  decided_at: null,
  decided_by: null,
  decided_by_name: null,
  decided_with: null,
  note: '',
  notes: {},
  ...exampleTimes,
}

const { id, round, revision, participant_id } = record
const told = { id, round, revision, participant_id }

/** What customers send in steps that need a review. */
export const submissions = resource(submissionsContract, {
  tables: { submissions: { of: 'enrollment', omit: ['is_waiting'] } },
  section: {
    name: 'Submissions',
    record: 'What was sent; `GET /enrollments/{id}/submissions` lists it.',
    description:
      'Forms and files that contacts have sent in steps with `needs_review`. A member accepts them, or asks for changes.',
  },
  within: 'enrollments',
  events: {
    'step.submitted': event(SubmissionData, {
      ...example,
      step: toldForm,
      submission: { ...told, status: 'submitted' },
    }),
    'step.accepted': event(SubmissionData, { ...example, step: toldForm, submission: { ...told, status: 'accepted' } }),
    'step.changes_requested': event(SubmissionData, {
      ...example,
      step: toldForm,
      submission: { ...told, status: 'changes_requested' },
    }),
  },
  examples: { record },
})
