import { expect } from 'vitest'
import type { Json } from '../support/instance.ts'
import type { Assistant } from './assistant.ts'

/** The sample workspace: what a job looks at afterwards, by REST. */
interface Place {
  get(path: string): Promise<Json>
}

/** A job as a person asks for it, what must be true afterwards, and the calls that do it. */
export interface Job {
  asked: string
  afterwards: string
  work(assistant: Assistant, place: Place): Promise<void>
}

const people = (rows: readonly [email: string, first_name: string, last_name: string][], organisation: string) =>
  rows.map(([email, first_name, last_name]) => ({ email, first_name, last_name, organisation }))

const DOCUMENT = {
  title: 'Pay your first invoice',
  description: 'From the order to the paid invoice, in a quarter of an hour.',
  sections: [
    {
      title: 'Before you begin',
      steps: [
        {
          title: 'Have these at hand',
          type: 'checklist',
          estimated_minutes: 3,
          content: { markdown: 'You need both in a minute.', items: ['The order number', 'Your IBAN'] },
        },
        {
          title: 'Tell us where you bank',
          type: 'form',
          estimated_minutes: 3,
          content: {
            markdown: 'We pay refunds to this account.',
            fields: [{ name: 'iban', label: 'IBAN', kind: 'text', required: true }],
          },
        },
      ],
    },
    {
      title: 'Pay',
      steps: [
        {
          title: 'Approve the invoice',
          estimated_minutes: 4,
          content: { markdown: 'Open **Invoices**, look at the sum, and press **Approve**.' },
        },
      ],
    },
  ],
}

async function guideNamed(assistant: Assistant, title: string): Promise<{ id: string; title: string }> {
  const { data } = await assistant.call('list_guides')
  return data.find((guide: { title: string }) => guide.title === title)
}

/** Long because it is a list. */
export const JOBS: readonly Job[] = [
  {
    asked: 'Who is stuck, and why?',
    afterwards:
      'Everybody who waits is named with the reason, the next step and who looks after them. Nothing changed.',
    async work(assistant) {
      const { data, counts } = (await assistant.call('list_attention')) as never as { data: object[]; counts: object }
      expect(data.length).toBeGreaterThan(5)
      expect(data[0]).toMatchObject({ contact_name: expect.any(String), reasons: [{ reason: expect.any(String) }, {}] })
      expect(counts).toMatchObject({ review: 1, stalled: expect.any(Number) })
    },
  },
  {
    asked: 'Which plans are late, and who has the next step?',
    afterwards: 'The late plan is named with the reason and the person. Nothing changed.',
    async work(assistant) {
      const { data } = await assistant.call('list_attention', { kinds: 'late' })
      expect(data).toHaveLength(1)
      expect(data[0]).toMatchObject({
        organisation_name: 'Northwind Logistics',
        next_step: { who: expect.any(String) },
      })
    },
  },
  {
    asked: 'Remind everybody who has done nothing for a week in "Getting started with Acme Analytics".',
    afterwards: 'Each of them has a reminder in the outbox, after the preview was shown.',
    async work(assistant, { get }) {
      const before = (await get('/emails?kind=reminder')).meta.total
      const { id } = await guideNamed(assistant, 'Getting started with Acme Analytics')
      const { data } = await assistant.confirm('send_reminders', { guide_id: id, stalled_days: 7 })
      expect(data.count).toBeGreaterThan(0)
      expect((await get('/emails?kind=reminder')).meta.total).toBe(before + data.count)
    },
  },
  {
    asked: 'What does the file say that Northwind sent to be reviewed? Accept it.',
    afterwards: 'The submission is accepted and its step is done.',
    async work(assistant, { get }) {
      const { data } = await assistant.call('list_attention', { kinds: 'review' })
      const { enrollment_id: id } = data[0]
      const { data: sent } = await assistant.call('list_submissions', { id })
      const waiting = sent.find(({ status }: { status: string }) => status === 'submitted')
      const { id: submission_id, revision } = waiting
      await assistant.call('review_submission', { id, submission_id, revision, decision: 'accept' })
      expect((await get(`/enrollments/${id}/submissions/${submission_id}`)).data.status).toBe('accepted')
    },
  },
  {
    asked: 'Write to Amara of Northwind that the training moved to Tuesday.',
    afterwards: 'Amara has the message.',
    async work(assistant, { get }) {
      const { data } = await assistant.call('list_contacts', { email: 'amara.okafor@northwind.example' })
      const { data: found } = await assistant.call('list_enrollments', { contact_id: data[0].id })
      const { id } = found[0]
      await assistant.call('answer_message', { id, body: 'The training moved to Tuesday.' })
      expect((await get(`/enrollments/${id}/messages`)).data[0]).toMatchObject({
        kind: 'answer',
        body: 'The training moved to Tuesday.',
      })
    },
  },
  {
    asked: 'What has happened with Yuki Tanaka so far?',
    afterwards: 'Steps, answers, messages and mail are told in order. Nothing changed.',
    async work(assistant) {
      const { data } = await assistant.call('list_contacts', { email: 'yuki.tanaka@northwind.example' })
      const { data: found } = await assistant.call('list_enrollments', { contact_id: data[0].id })
      const { data: history } = await assistant.call('get_enrollment_timeline', { id: found[0].id })
      expect(history.happened[0].what).toBe('enrolled')
      expect(history.happened.length).toBeGreaterThan(3)
    },
  },
  {
    asked: 'How is "Roll out single sign-on" doing against the quarter before?',
    afterwards: 'The figures of both periods and the step where people stop are told. Nothing changed.',
    async work(assistant) {
      const { id } = await guideNamed(assistant, 'Roll out single sign-on')
      const { data } = await assistant.call('get_guide_insights', { id })
      expect(data.period.enrolled).toBeGreaterThan(0)
      expect(data.steps).toHaveLength(10)
    },
  },
  {
    asked: 'What do people complain about?',
    afterwards: 'The comments with low scores are told, as the words of customers. Nothing changed.',
    async work(assistant) {
      const { data } = await assistant.call('list_feedback', { max_score: 5, with_comment: true })
      expect(data.length).toBeGreaterThan(0)
      expect(data[0].comment.from_customer).toBe(true)
    },
  },
  {
    asked: 'Write a guide from this document about invoices.',
    afterwards: 'There is a draft that could be published, with nothing to advise. No customer sees it.',
    async work(assistant, { get }) {
      expect(await assistant.read('service://authoring')).toContain('# How a good guide is written')
      const { data } = await assistant.call('create_guide_draft', DOCUMENT)
      const { data: checked } = await assistant.call('check_guide_draft', { id: data.id })
      expect([checked.can_be_published, checked.advice]).toEqual([true, []])
      expect((await get(`/guides/${data.id}/draft`)).data.status).toBe('draft')
    },
  },
  {
    asked: 'Write the guide about invoices, and publish it when I agree.',
    afterwards: 'The guide is published, after the preview was shown.',
    async work(assistant, { get }) {
      const { data } = await assistant.call('create_guide_draft', { ...DOCUMENT, title: 'Pay your invoices' })
      await assistant.call('check_guide_draft', { id: data.id })
      await assistant.confirm('publish_guide', { id: data.id, revision: data.revision })
      expect((await get(`/guides/${data.id}`)).data.status).toBe('published')
    },
  },
  {
    asked: 'Add a step about the security review to "Roll out single sign-on", after the first one. Do not publish it.',
    afterwards: 'The draft has the step in its place; the published guide is as before.',
    async work(assistant, { get }) {
      const { id } = await guideNamed(assistant, 'Roll out single sign-on')
      const { data } = await assistant.call('get_guide_draft', { id })
      const [section] = data.sections
      const step = {
        title: 'Ask your security team',
        estimated_minutes: 5,
        content: { markdown: 'Send them our security page. They usually answer within two days.' },
      }
      const changes = [{ action: 'insert_step', section_id: section.id, step, before: section.steps[1].id }]
      await assistant.call('edit_guide_draft', { id, revision: data.revision, changes })
      expect((await get(`/guides/${id}/draft`)).data.sections[0].steps[1].title).toBe('Ask your security team')
      expect((await get(`/guides/${id}`)).data.sections[0].steps[1].title).not.toBe('Ask your security team')
    },
  },
  {
    asked: 'Make the first step of "Your first 30 days" shorter and friendlier.',
    afterwards: 'The text of that step has changed in the draft, and its id has not.',
    async work(assistant, { get }) {
      const { id } = await guideNamed(assistant, 'Your first 30 days')
      const { data: outline } = await assistant.call('get_guide_draft', { id })
      const step_id = outline.sections[0].steps[0].id
      const { data } = await assistant.call('get_guide_draft', { id, include: [step_id] })
      expect(data.sections[0].steps[0].content.markdown.length).toBeGreaterThan(0)
      const changes = [
        { action: 'set_step', id: step_id, content: { markdown: 'Pick one dashboard. Look at it each morning.' } },
      ]
      await assistant.call('edit_guide_draft', { id, revision: data.revision, changes })
      const [step] = (await get(`/guides/${id}/draft`)).data.sections[0].steps
      expect([step.id, step.content.markdown]).toEqual([step_id, 'Pick one dashboard. Look at it each morning.'])
    },
  },
  {
    asked: 'Move the last section of "Go live with Acme Analytics" to the front, and show me what would change.',
    afterwards: 'The draft has it first, and the differences and the page to look at were told.',
    async work(assistant, { get }) {
      const { id } = await guideNamed(assistant, 'Go live with Acme Analytics')
      const { data } = await assistant.call('get_guide_draft', { id })
      const changes = [{ action: 'move_section', id: data.sections.at(-1).id, before: data.sections[0].id }]
      await assistant.call('edit_guide_draft', { id, revision: data.revision, changes })
      const { data: preview } = await assistant.call('preview_guide_draft', { id })
      expect(preview.changes).toMatchObject([{ kind: 'moved' }])
      expect(preview.url).toContain(id)
      expect((await get(`/guides/${id}/draft`)).data.sections[0].id).toBe(data.sections.at(-1).id)
    },
  },
  {
    asked: 'Import these three people of Cedar Clinics and enroll them in "Your first 30 days" with an invitation.',
    afterwards:
      'The organisation, the three contacts and their enrollments exist, and their invitations are in the outbox.',
    async work(assistant, { get }) {
      const contacts = people(
        [
          ['ada@cedar.example', 'Ada', 'Moss'],
          ['ben@cedar.example', 'Ben', 'Moss'],
          ['cleo@cedar.example', 'Cleo', 'Ray'],
        ],
        'Cedar Clinics',
      )
      const before = (await get('/emails?kind=invitation')).meta.total
      await assistant.confirm('import_contacts', { contacts })
      const { id: guide_id } = await guideNamed(assistant, 'Your first 30 days')
      const emails = contacts.map(({ email }) => email)
      const { data } = await assistant.confirm('enroll_contacts', { guide_id, emails, send_invitation: true })
      expect([data.count, data.refused_count]).toEqual([3, 0])
      expect((await get('/emails?kind=invitation')).meta.total).toBe(before + 3)
    },
  },
  {
    asked: 'Enroll everybody of Kestrel Robotics in "Roll out single sign-on".',
    afterwards: 'All contacts of the organisation have an open or completed enrollment in it.',
    async work(assistant, { get }) {
      const { data } = await assistant.call('list_organisations', { name: 'Kestrel' })
      const { id: guide_id } = await guideNamed(assistant, 'Roll out single sign-on')
      const { data: done } = await assistant.confirm('enroll_contacts', { guide_id, organisation_id: data[0].id })
      expect(done.done).toBe(true)
      const enrolled = await get(`/enrollments?guide_id=${guide_id}&organisation_id=${data[0].id}`)
      expect(enrolled.meta.total).toBeGreaterThanOrEqual(done.count)
    },
  },
  {
    asked: 'Update the names of these two contacts from our list.',
    afterwards: 'Both contacts have the new names, and no contact was added.',
    async work(assistant, { get }) {
      const before = (await get('/contacts')).meta.total
      const contacts = [
        { email: 'thabo.nkosi@orchardbank.example', first_name: 'Thabo', last_name: 'Nkosi-Meyer' },
        { email: 'noah.petersen@kestrel.example', first_name: 'Noah', last_name: 'Petersen-Lund' },
      ]
      const { data } = await assistant.confirm('import_contacts', { contacts })
      expect([data.created, data.updated]).toEqual([0, 2])
      expect((await get('/contacts')).meta.total).toBe(before)
    },
  },
  {
    asked: 'Onboard Mia Stone of Bluebird Health in "Getting started with Acme Analytics", and give me her link.',
    afterwards: 'Mia is a contact of Bluebird Health with an enrollment, and its link was told.',
    async work(assistant, { get }) {
      const { data } = await assistant.call('list_organisations', { name: 'Bluebird Health' })
      const mia = {
        email: 'mia.stone@bluebird.example',
        first_name: 'Mia',
        last_name: 'Stone',
        organisation_id: data[0].id,
      }
      const { data: contact } = await assistant.call('create_contact', mia)
      const { id: guide_id } = await guideNamed(assistant, 'Getting started with Acme Analytics')
      const { data: made } = await assistant.call('create_enrollment', { contact_id: contact.id, guide_id })
      expect(made.url).toMatch(/^https:.*\/g\//)
      expect((await get(`/enrollments/${made.id}`)).data.contact.last_name).toBe('Stone')
    },
  },
  {
    asked: 'End the enrollment of Ben Hartley in single sign-on: they do it themselves now.',
    afterwards: 'The enrollment is expired.',
    async work(assistant, { get }) {
      const { data } = await assistant.call('list_contacts', { email: 'ben.hartley@harbourfinch.example' })
      const { data: found } = await assistant.call('list_enrollments', {
        contact_id: data[0].id,
        status: 'in_progress',
      })
      await assistant.call('update_enrollment', { id: found[0].id, status: 'expired' })
      expect((await get(`/enrollments/${found[0].id}`)).data.status).toBe('expired')
    },
  },
  {
    asked: 'Move the go-live of the plan that is late to Tuesday, 4 June 2030.',
    afterwards: 'The plan has that target, after the preview of the steps that move was shown.',
    async work(assistant, { get }) {
      const { data } = await assistant.call('list_attention', { kinds: 'late' })
      const { enrollment_id: id } = data[0]
      const { data: done } = await assistant.confirm('reschedule_enrollment', { id, target_date: '2030-06-04' })
      expect(done).toMatchObject({ done: true, contact_name: data[0].contact_name })
      expect((await get(`/enrollments/${id}`)).data.target_date).toBe('2030-06-04')
    },
  },
  {
    asked: 'Prepare a kick-off with Orchard Bank: who is there, and what are they enrolled in?',
    afterwards: 'The organisation, its people and their enrollments are told. Nothing changed.',
    async work(assistant) {
      const { data } = await assistant.call('list_organisations', { name: 'Orchard Bank' })
      const organisation_id = data[0].id
      const { data: contacts } = await assistant.call('list_contacts', { organisation_id })
      const { data: enrollments } = await assistant.call('list_enrollments', { organisation_id })
      expect([contacts.length > 0, enrollments.length > 0]).toEqual([true, true])
    },
  },
  {
    asked: 'Tell our CRM when somebody completes a guide: its address is https://crm.example/hooks.',
    afterwards: 'There is a webhook endpoint for that event.',
    async work(assistant, { get }) {
      await assistant.call('create_webhook_endpoint', {
        url: 'https://crm.example/hooks',
        events: ['enrollment.completed'],
      })
      expect((await get('/webhook_endpoints')).data[0]).toMatchObject({ events: ['enrollment.completed'] })
    },
  },
]
