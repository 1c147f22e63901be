import { documentOf, sha256Of } from '../../src/enrollments/approvals/document.ts'
import { type Bound, operations } from '../../src/index.ts'
import type { Act } from './act.ts'
import type { Pair, Start } from './pairs.ts'

const { createContact, createEnrollment, createGuide, createUser, listSubmissions, publishGuide, submitForm } =
  operations

/** The records of pairs about reviews and approvals; empty in the others. */
export interface Reviewed {
  /** Hal's enrollment, with its token. */
  reviewed: string
  halToken: string
  /** A form that was sent, and its submission. */
  sentForm: string
  submission: string
  /** A text to approve, with its hash. */
  approval: string
  textHash: string
  /** The member who reviews. */
  reviewer: string
}

export const NOTHING_REVIEWED: Reviewed = {
  reviewed: '',
  halToken: '',
  sentForm: '',
  submission: '',
  approval: '',
  textHash: '',
  reviewer: '',
}

const TEXT = { title: 'Approve', content: { markdown: 'The scope' } }

export async function makeReviewed(bound: Bound, asContact: (token: string) => Promise<Bound>): Promise<Reviewed> {
  const email = `${bound.context.caller.workspace_id}@reviewers.example`
  const reviewer = await bound.invoke(createUser, { email, name: 'R', role: 'editor', password: 'correct horse' })
  const fields = [{ name: 'who', label: 'Who?', kind: 'text' as const }]
  const review = { needs_review: true, reviewer_id: reviewer.data.id }
  const steps = [
    { title: 'Tell', type: 'form' as const, content: { fields }, ...review },
    { ...TEXT, type: 'approval' as const },
  ]
  const { data: guide } = await bound.invoke(createGuide, { title: 'Reviewed', sections: [{ title: 'One', steps }] })
  await bound.invoke(publishGuide, { id: guide.id })
  const { data: hal } = await bound.invoke(createContact, { email: 'hal@example.com', first_name: 'hal' })
  const { data } = await bound.invoke(createEnrollment, { contact_id: hal.id, guide_id: guide.id })
  const [sentForm = '', approval = ''] = guide.sections[0]?.steps.map(({ id }) => id) ?? []
  await (await asContact(data.access_token)).invoke(submitForm, { step_id: sentForm, answers: { who: 'Hal' } })
  const sent = (await bound.invoke(listSubmissions, { id: data.id })).data
  return {
    reviewed: data.id,
    halToken: data.access_token,
    sentForm,
    submission: sent[0]?.id ?? '',
    approval,
    textHash: sha256Of(documentOf(TEXT)),
    reviewer: reviewer.data.id,
  }
}

const review = ({ reviewed, submission }: Start, decision: 'accept' | 'request_changes'): Act => ({
  operation: 'review_submission',
  input: {
    id: reviewed,
    submission_id: submission,
    revision: 1,
    decision,
    ...(decision !== 'accept' && { note: 'No' }),
  },
})
const accept = (s: Start) => review(s, 'accept')
const refuse = (s: Start) => review(s, 'request_changes')
const sendAgain = ({ sentForm, halToken: as }: Start): Act => ({
  operation: 'submit_form',
  input: { step_id: sentForm, answers: { who: 'Hal, again' } },
  as,
})
const approve = ({ approval, textHash, halToken: as }: Start): Act => ({
  operation: 'give_approval',
  input: { step_id: approval, document_sha256: textHash, name: 'Hal' },
  as,
})
const askForChanges = ({ approval, textHash, halToken: as }: Start): Act => ({
  operation: 'ask_for_approval_changes',
  input: { step_id: approval, document_sha256: textHash, note: 'More' },
  as,
})
const ofStep = ({ reviewed }: Start, step_id: string, changes: object): Act => ({
  operation: 'update_enrollment_step',
  input: { id: reviewed, step_id, ...changes },
})

/** Pairs about reviews and approvals. */
export const REVIEWED_PAIRS: Pair[] = [
  { name: 'accept and refuse what was sent', acts: (s) => [accept(s), refuse(s)] },
  { name: 'accept twice what was sent', acts: (s) => [accept(s), accept(s)] },
  { name: 'accept what is sent again', acts: (s) => [accept(s), sendAgain(s)] },
  { name: 'refuse what is sent again', acts: (s) => [refuse(s), sendAgain(s)] },
  { name: 'send the same form twice', acts: (s) => [sendAgain(s), sendAgain(s)] },
  {
    name: 'accept what was sent at a step that is skipped',
    acts: (s) => [accept(s), ofStep(s, s.sentForm, { skipped: true })],
  },
  {
    name: 'accept what was sent, and mark its step as done',
    acts: (s) => [accept(s), ofStep(s, s.sentForm, { done: true })],
  },
  {
    name: 'accept what was sent in an enrollment that expires',
    acts: (s) => [accept(s), { operation: 'update_enrollment', input: { id: s.reviewed, status: 'expired' } }],
  },
  {
    name: 'send a form again to a reviewer who leaves',
    acts: (s) => [sendAgain(s), { operation: 'remove_member', input: { user_id: s.reviewer } }],
  },
  { name: 'approve twice', acts: (s) => [approve(s), approve(s)] },
  { name: 'approve, and ask for changes', acts: (s) => [approve(s), askForChanges(s)] },
  { name: 'finish the last two steps, one accepted and one approved', acts: (s) => [accept(s), approve(s)] },
  { name: 'approve, and have the step skipped', acts: (s) => [approve(s), ofStep(s, s.approval, { skipped: true })] },
]
