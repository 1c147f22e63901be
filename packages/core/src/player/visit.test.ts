import { expect, test } from 'vitest'
import { ENGINES, eventsOf, openInstance, publishedGuide } from '../../test/instance.ts'
import { operations } from '../index.ts'

const { completeOwnStep, createContact, createEnrollment, createParticipant } = operations

test.each(ENGINES)('events of what a participant does name the primary contact, on %s', async (engine) => {
  const instance = await openInstance(engine)
  const { acme, handrail } = instance
  const guide = await publishedGuide(acme)
  const { data: maya } = await acme.invoke(createContact, { email: 'maya@example.com', first_name: 'Maya' })
  const { data: enrollment } = await acme.invoke(createEnrollment, { contact_id: maya.id, guide_id: guide.id })
  const yuki = { email: 'yuki@example.com', first_name: 'Yuki' }
  const { data: participant } = await acme.invoke(createParticipant, { id: enrollment.id, ...yuki })
  const asYuki = await handrail.asContact(participant.access_token ?? '')
  await asYuki.invoke(completeOwnStep, { step_id: guide.sections[0]?.steps[0]?.id ?? '' })
  const told = (await eventsOf(instance, acme)).filter(({ type }) => /^(step|guide)\.|enrollment\.started/.test(type))
  const named = told.flatMap(({ type, data: { contact } }) => (contact ? [[type, contact.first_name]] : []))
  expect(named).toEqual([
    ['enrollment.started', 'Maya'],
    ['guide.viewed', 'Maya'],
    ['step.completed', 'Maya'],
  ])
  await instance.close()
})
