import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countRoundTrips } from '../../../../../test/postgres/round-trips.ts'
import { ENGINES, eventsOf, type Instance, openInstance, publishedGuide } from '../../../test/instance.ts'
import { operations } from '../../index.ts'

const { createContact, createEnrollment, createOrganisation, deleteContact, deleteOrganisation, getOrganisation } =
  operations

describe.each(ENGINES)('events of all enrollments of an organisation, on %s', (engine) => {
  let instance: Instance
  let guides: { id: string; title: string }[]
  beforeAll(async () => {
    instance = await openInstance(engine)
    guides = [await publishedGuide(instance.acme, 'One'), await publishedGuide(instance.acme, 'Two')]
  })
  afterAll(() => instance.close())

  /** @returns the organisation, and the contacts and guides of its enrollments */
  async function enrolled(count: number) {
    const { acme } = instance
    const { data: organisation } = await acme.invoke(createOrganisation, { name: 'Harbour' })
    const enrollments: { id: string; email: string; guide: { id: string; title: string } }[] = []
    for (let at = 0; at < count; at++) {
      const email = `${organisation.id}-${at}@harbour.example`
      const { data: contact } = await acme.invoke(createContact, {
        ...{ email, first_name: 'Maya', organisation_id: organisation.id, metadata: { at } },
      })
      const guide = guides[at % 2] ?? { id: '', title: '' }
      const { data } = await acme.invoke(createEnrollment, { contact_id: contact.id, guide_id: guide.id })
      enrollments.push({ id: data.id, email, guide })
    }
    return { id: organisation.id, enrollments }
  }

  const updatesIn = async (from: number) =>
    (await eventsOf(instance, instance.acme))
      .slice(from)
      .filter(({ type }) => type === 'enrollment.updated')
      .map(({ data }) => data)

  test('each names its own contact and guide', async () => {
    const { id, enrollments } = await enrolled(5)
    const before = (await eventsOf(instance, instance.acme)).length
    await instance.acme.invoke(deleteOrganisation, { id })
    const told = await updatesIn(before)
    expect(told.map((data) => data.id).sort()).toEqual(enrollments.map((one) => one.id).sort())
    for (const { id, email, guide } of enrollments)
      expect(told.find((data) => data.id === id)).toMatchObject({
        organisation_id: null,
        contact: { email, organisation_id: null, metadata: { at: expect.any(Number) } },
        guide: {
          id: guide.id,
          title: guide.title,
          name: guide.title,
          description: 'The first day',
          status: 'published',
        },
      })
  })

  test('the contact of one is told also if it was deleted', async () => {
    const { id, enrollments } = await enrolled(1)
    const [{ email } = { email: '' }] = enrollments
    const { data: contact } = await instance.acme.invoke(operations.getEnrollment, { id: enrollments[0]?.id ?? '' })
    await instance.acme.invoke(deleteContact, { id: contact.contact_id })
    const before = (await eventsOf(instance, instance.acme)).length
    await instance.acme.invoke(deleteOrganisation, { id })
    expect(await updatesIn(before)).toMatchObject([{ contact: { email } }])
    await expect(instance.acme.invoke(getOrganisation, { id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test.runIf(engine === 'postgres')('many take no more statements than few', async () => {
    const [few, many] = [await enrolled(2), await enrolled(12)]
    const counts: number[] = []
    for (const { id } of [few, many]) {
      const { statements } = await countRoundTrips(() => instance.acme.invoke(deleteOrganisation, { id }))
      counts.push(statements.filter((text) => /^select .* from "(contacts|guides|guide_versions)"/.test(text)).length)
    }
    expect(counts).toEqual([3, 3])
  })
})
