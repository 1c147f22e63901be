import { type Bound, type Handrail, operations } from '@handrail/core'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { z } from 'zod'
import { type Engine, openInstance } from './instance.ts'

const { createContact, createEnrollment, createGuide, createOrganisation, publishGuide, updateWorkspace } = operations

export type WrittenGuide = z.input<typeof createGuide.input>

/** A guide with steps of every type, as a payroll service would write it. */
export const PAYROLL: WrittenGuide = {
  title: 'Let’s get your first payroll running',
  completion_message:
    '**Jonas checks your numbers.** You hear from him within two days.\n\nThen your [go-live call](https://larkspur.example/call) takes place.',
  sections: [
    {
      title: 'Say hello',
      steps: [
        {
          title: 'How the next two weeks work',
          estimated_minutes: 3,
          content: {
            markdown:
              'You do a few things here, and we do the rest.\n\n## Which one fits?\n\n- **Monthly** suits most practices.\n- **Weekly** is best for hourly staff.\n\n> Open *Settings* in [Larkspur](https://larkspur.example).',
          },
        },
        {
          title: 'Take the tour',
          type: 'video',
          estimated_minutes: 4,
          content: { url: 'https://www.youtube.com/watch?v=abcdefghijk', markdown: 'Captions are available.' },
        },
      ],
    },
    {
      title: 'About your company',
      steps: [
        {
          title: 'Company details',
          type: 'form',
          estimated_minutes: 5,
          content: {
            fields: [
              { name: 'company', label: 'Company name', kind: 'text', required: true },
              {
                name: 'mail',
                label: 'E-mail for payslip questions',
                kind: 'email',
                required: true,
                help: 'Your staff will see it on their [payslips](https://larkspur.example/payslips).',
              },
              {
                name: 'often',
                label: 'How often do you pay?',
                kind: 'choice',
                required: true,
                options: ['Monthly', 'Every four weeks', 'Weekly'],
              },
              {
                name: 'days',
                label: 'On which days can we call?',
                kind: 'multiple_choice',
                options: ['Monday', 'Tuesday', 'Friday'],
                max: 2,
              },
              { name: 'people', label: 'People on the payroll', kind: 'number', required: true, min: 1, max: 500 },
              { name: 'start', label: 'First pay day', kind: 'date', earliest: '2026-12-01' },
              { name: 'phone', label: 'Telephone', kind: 'tel' },
              { name: 'site', label: 'Web site', kind: 'url' },
              {
                name: 'country',
                label: 'Country',
                kind: 'choice',
                options: ['AT', 'BE', 'CH', 'DE', 'DK', 'ES', 'FR', 'GB', 'IE', 'IT'],
              },
              { name: 'note', label: 'Anything we should know?', kind: 'paragraph', max_length: 200 },
              { name: 'news', label: 'Send me news', kind: 'checkbox' },
              {
                name: 'terms',
                label: 'I agree to the terms',
                kind: 'consent',
                required: true,
                help: 'Read the [terms](https://larkspur.example/terms).',
              },
            ],
          },
        },
        {
          title: 'Choose your benefits',
          type: 'embed',
          required: false,
          content: { url: 'https://calendly.com/larkspur/benefits' },
        },
      ],
    },
    {
      title: 'Set up your team',
      steps: [
        {
          title: 'Check contracts and rates',
          type: 'checklist',
          estimated_minutes: 4,
          content: {
            markdown: 'What goes wrong most often on a first payroll.',
            items: [
              'Everybody has a start date',
              'Hourly rates match the contracts',
              'Pension choices are set\nIn Larkspur: People, then Pension',
            ],
          },
        },
        {
          title: 'Do a test run',
          type: 'link',
          estimated_minutes: 6,
          content: { url: 'https://app.larkspur.example/test' },
        },
      ],
    },
  ],
}

export interface Invited {
  id: string
  contact_id: string
  /** The address of the guide, below that of the instance. */
  path: string
}

/** Enrolls a new contact in a guide. */
export async function invite(
  bound: Bound,
  guide_id: string,
  contact: Partial<z.input<typeof createContact.input>> = {},
): Promise<Invited> {
  const email = `${Math.random().toString(36).slice(2)}@oakline.example`
  const { data: made } = await bound.invoke(createContact, { email, first_name: 'Maya', ...contact })
  const { data } = await bound.invoke(createEnrollment, { contact_id: made.id, guide_id })
  return { id: data.id, contact_id: made.id, path: new URL(data.url).pathname }
}

export async function publish(bound: Bound, guide: WrittenGuide) {
  const { data } = await bound.invoke(createGuide, guide)
  return (await bound.invoke(publishGuide, { id: data.id })).data
}

/** The same with files to send, which takes a place to keep them. */
export const WHOLE: WrittenGuide = {
  ...PAYROLL,
  sections: [
    ...(PAYROLL.sections ?? []),
    {
      title: 'Last things',
      steps: [
        {
          title: 'Send your last payroll report',
          type: 'file_upload',
          estimated_minutes: 2,
          content: { markdown: 'October is enough.', accept: ['application/pdf', '.csv', 'image/*'] },
        },
      ],
    },
  ],
}

/** A workspace with a guide of every type of step, and somebody who is invited. */
export async function payroll(handrail: Handrail, workspace_id: string, written = PAYROLL) {
  const bound = await handrail.asSystem(workspace_id)
  await bound.invoke(updateWorkspace, { name: 'Larkspur', reply_to: 'jonas@larkspur.example' })
  const guide = await publish(bound, written)
  const { data: organisation } = await bound.invoke(createOrganisation, { name: 'Oakline Dental' })
  const steps = guide.sections.flatMap((section) => section.steps)
  return { bound, guide, steps, invite: () => invite(bound, guide.id, { organisation_id: organisation.id }) }
}

/** What a browser does with the pages of a guide, without one. */
export function openLink(app: FastifyInstance, path: string, headers: Record<string, string> = {}) {
  const get = (place = '') => app.inject({ url: `${path}${place}`, headers })
  const post = (
    place: string,
    form: Record<string, string> | string[][] = {},
    more: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> =>
    app.inject({
      method: 'POST',
      url: `${path}${place}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
        ...more,
      },
      payload: new URLSearchParams(form).toString(),
    })
  return { get, post }
}

/** An instance that listens, with a guide that asks for files. @param content of the step that does */
export async function openAskingForFiles(engine: Engine, content: Record<string, unknown>) {
  const instance = await openInstance(engine)
  const base = await instance.app.listen({ port: 0, host: '127.0.0.1' })
  const owner = await instance.handrail.asSystem(instance.acme.id)
  const steps = [{ title: 'Send your report', type: 'file_upload' as const, content }, { title: 'Read' }]
  const guide = await publish(owner, { title: 'Start', sections: [{ title: 'One', steps }] })
  return { ...instance, base, owner, step_id: guide.sections[0]?.steps[0]?.id, invite: () => invite(owner, guide.id) }
}
