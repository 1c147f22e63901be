import { operations } from '@handrail/core'
import type { Instance } from './instance.ts'

const {
  askQuestion,
  completeOwnStep,
  createContact,
  createEnrollment,
  createGuide,
  createGuideDraft,
  createOrganisation,
  createUser,
  getDraftOutline,
  listSubmissions,
  reviewSubmission,
  publishGuide,
  submitForm,
  submitScore,
  updateEnrollment,
  uploadFile,
} = operations

/** The kinds of texts that others write, most of them customers. */
export type Kind = 'name' | 'organisation' | 'member' | 'guide' | 'role' | 'file' | 'answer' | 'message' | 'comment'

/** Records that all of our own tools work on, with arguments that each of them takes. */
export interface Stage {
  draft_id: string
  /** Arguments of `review_submission` for what a member has decided on already. */
  decided: Record<string, unknown>
  /** Valid arguments of each tool; without an entry for a tool, tests that walk the listed tools fail. */
  argumentsOf: Record<string, () => Promise<Record<string, unknown>>>
}

/** @param say the text of a kind */
export async function makeStage({ handrail, acme }: Instance, say: (kind: Kind) => string): Promise<Stage> {
  const bound = await handrail.asSystem(acme.id)
  const { data: member } = await bound.invoke(createUser, {
    ...{ email: 'looks.after@stage.example', name: say('member'), role: 'editor' },
  })
  const colleague = await handrail.asMember(acme.id, member.id)
  const { data: organisation } = await bound.invoke(createOrganisation, { name: say('organisation') })
  const { data: guide } = await bound.invoke(createGuide, guideOf(say))
  await bound.invoke(publishGuide, { id: guide.id })
  const steps = guide.sections[0]?.steps ?? []
  const stepAt = (index: number) => steps[index]?.id ?? ''

  let people = 0
  async function person() {
    const { data } = await bound.invoke(createContact, {
      ...{ email: `person${++people}@stage.example`, first_name: say('name'), last_name: say('name') },
      organisation_id: organisation.id,
    })
    return data.id
  }
  async function enrolled() {
    const asked = { contact_id: await person(), guide_id: guide.id, assignee_id: member.id }
    const { data } = await bound.invoke(createEnrollment, asked)
    return { id: data.id, contact: await handrail.asContact(data.access_token) }
  }

  /** Everything that a customer can write. @returns the review of the form */
  async function written() {
    const { id, contact } = await enrolled()
    await contact.invoke(submitForm, { step_id: stepAt(0), answers: { who: say('answer') } })
    const { data } = await bound.invoke(listSubmissions, { id })
    const content = (async function* () {
      yield Buffer.from('a file')
    })()
    await contact.invoke(uploadFile, { step_id: stepAt(1), name: `${say('file').replaceAll('/', '-')}.txt`, content })
    await contact.invoke(completeOwnStep, { step_id: stepAt(1), comment: say('comment') })
    await contact.invoke(askQuestion, { body: say('message') })
    await contact.invoke(askQuestion, { body: say('message'), step_id: stepAt(2), reason: 'unclear' })
    const { id: submission_id = '', revision = 0 } = data[0] ?? {}
    return { id, submission_id, revision, decision: 'accept' as const }
  }

  const review = await written()
  const { id } = review
  const decided = await written()
  await colleague.invoke(reviewSubmission, decided)
  const finished = await enrolled()
  await bound.invoke(updateEnrollment, { id: finished.id, status: 'completed' })
  await finished.contact.invoke(submitScore, { score: 2, comment: say('comment') })
  const free = await person()
  const { data: draft } = await colleague.invoke(createGuideDraft, guideOf(say))
  const draft_id = draft.id
  const revisionOf = async () => (await bound.invoke(getDraftOutline, { id: draft_id })).data.revision

  const always = (given: Record<string, unknown>) => async () => given
  return {
    ...{ draft_id, decided },
    argumentsOf: {
      import_contacts: always({
        contacts: [{ email: 'new@stage.example', first_name: say('name'), organisation: `${say('organisation')} 2` }],
      }),
      enroll_contacts: always({ guide_id: guide.id, contact_ids: [free] }),
      send_reminders: always({ ids: [id] }),
      list_messages: always({ id }),
      answer_message: always({ id, body: 'You find it under Settings.' }),
      list_submissions: always({ id }),
      review_submission: always({ ...review, decision: 'request_changes', note: 'Too short.' }),
      update_enrollment_step: always({ id, step_id: stepAt(3), due_on: '2031-12-04' }),
      reschedule_enrollment: always({ id, target_date: '2031-12-05' }),
      list_attention: always({}),
      get_guide_insights: always({ id: guide.id }),
      list_feedback: always({}),
      get_enrollment_timeline: always({ id: decided.id }),
      list_guide_templates: always({}),
      create_guide_draft: always({ title: 'Made by an assistant' }),
      get_guide_draft: always({ id: draft_id, include: [draft.sections[0]?.id] }),
      edit_guide_draft: async () => ({
        ...{ id: draft_id, revision: await revisionOf() },
        changes: [{ action: 'insert_section', section: { title: 'Edited by an assistant', steps: [] } }],
      }),
      check_guide_draft: always({ id: draft_id }),
      preview_guide_draft: always({ id: draft_id }),
      show_guide_draft: always({ id: draft_id }),
      publish_guide: async () => ({ id: draft_id, revision: await revisionOf() }),
    },
  }
}

function guideOf(say: (kind: Kind) => string) {
  const text = say('guide')
  const fields = [{ name: 'who', label: text, kind: 'text' as const, required: true }]
  return {
    ...{ title: text, description: text, roles: [{ name: say('role') }] },
    sections: [
      {
        title: text,
        steps: [
          { title: text, type: 'form' as const, needs_review: true, content: { markdown: text, fields } },
          { title: text, type: 'file_upload' as const, needs_review: true },
          { title: text, type: 'approval' as const, content: { markdown: text } },
          { title: text },
        ],
      },
    ],
  }
}
