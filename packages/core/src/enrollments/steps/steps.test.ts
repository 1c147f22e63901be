import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { addMember, wait } from '../../../test/people.ts'
import { operations } from '../../index.ts'

const {
  completeOwnStep,
  completeStep,
  createContact,
  createEnrollment,
  createOrganisation,
  getEnrollmentSteps,
  getOwnMembership,
  listColleagues,
  listEmails,
  listOrganisationNames,
  publishGuide,
  sendReminder,
  updateEnrollment,
  updateGuide,
} = operations

describe.each(ENGINES)('helping a contact on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  async function enrolled(email: string) {
    const { acme } = instance
    const guide = await publishedGuide(acme)
    const { data: contact } = await acme.invoke(createContact, { email, first_name: 'Maya' })
    const { data } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
    return { guide, enrollment: data, steps: guide.sections.flatMap(({ steps }) => steps) }
  }

  test('steps belong to the version of the enrollment, with the person and time of each completion', async () => {
    const { acme, other } = instance
    const { guide, enrollment, steps } = await enrolled('steps@example.com')
    const [first, second] = steps
    await (await instance.handrail.asContact(enrollment.access_token)).invoke(completeOwnStep, {
      step_id: first?.id ?? '',
    })
    await acme.invoke(completeStep, { id: enrollment.id, step_id: second?.id ?? '' })
    await acme.invoke(updateGuide, { id: guide.id, sections: [{ title: 'New', steps: [{ title: 'Other' }] }] })
    await acme.invoke(publishGuide, { id: guide.id })
    const { data } = await acme.invoke(getEnrollmentSteps, { id: enrollment.id })
    expect(data.sections.map(({ title }) => title)).toEqual(['Account', 'Data'])
    expect(data.completions.map(({ step_id }) => step_id)).toEqual([first?.id, second?.id])
    expect(data.completions[0]?.completed_by).toMatch(/^contact/)
    expect(data.completions[1]?.completed_by).not.toMatch(/^contact/)
    await expect(other.invoke(getEnrollmentSteps, { id: enrollment.id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a reminder is sent at most once a day, only while the enrollment is open', async () => {
    const { acme } = instance
    const { enrollment } = await enrolled('remind@example.com')
    const { id } = enrollment
    const { data } = await acme.invoke(sendReminder, { id })
    expect(data).toMatchObject({ kind: 'reminder', recipient: 'remind@example.com', enrollment_id: id })
    await expect(acme.invoke(sendReminder, { id })).rejects.toMatchObject({ code: 'validation_error' })
    wait(instance, { days: 1, minutes: 1 })
    await acme.invoke(sendReminder, { id })
    expect((await acme.invoke(listEmails, { enrollment_id: id })).data).toHaveLength(2)
    wait(instance, { days: 2 })
    await acme.invoke(updateEnrollment, { id, status: 'completed' })
    await expect(acme.invoke(sendReminder, { id })).rejects.toMatchObject({
      errors: { status: ['is completed: the enrollment is not open'] },
    })
  })

  test('members see the names of each other and the rights of their own role', async () => {
    const { acme, handrail } = instance
    const { id } = await addMember(instance, 'viola@example.com', 'viewer')
    const viewer = await handrail.asMember(acme.context.caller.workspace_id, id)
    expect((await viewer.invoke(listColleagues, {})).data).toContainEqual({
      user_id: id,
      name: 'viola',
      role: 'viewer',
    })
    const { data } = await viewer.invoke(getOwnMembership, {})
    expect(data.role).toBe('viewer')
    expect(data.rights).toContain('contacts:read')
    expect(data.rights).not.toContain('contacts:write')
  })

  test('names of organisations are visible in their workspace only', async () => {
    const { acme, other } = instance
    const { data } = await acme.invoke(createOrganisation, { name: 'Oakline' })
    const ids = [data.id]
    expect((await acme.invoke(listOrganisationNames, { ids })).data).toEqual([{ id: data.id, name: 'Oakline' }])
    expect((await other.invoke(listOrganisationNames, { ids })).data).toEqual([])
    expect((await acme.invoke(listOrganisationNames, { ids: [] })).data).toEqual([])
  })
})
