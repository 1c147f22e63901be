import { createHandrail, type Handrail, operations } from '@handrail/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seedDemo } from './demo.ts'

const {
  getEnrollmentSteps,
  getGuide,
  getGuideAnalytics,
  getWorkspace,
  listContacts,
  listEnrollments,
  listGuides,
  listOrganisations,
  listWorkspaces,
  readOwnGuide,
} = operations

let handrail: Handrail
beforeEach(async () => {
  handrail = await createHandrail({ database: ':memory:', upkeep: false })
})
afterEach(() => handrail.close())

async function seeded() {
  const demo = await seedDemo(handrail)
  const [workspace] = (await (await handrail.asSystem()).invoke(listWorkspaces, {})).data
  return { demo, sample: await handrail.asSystem(workspace?.id) }
}

test('the sample workspace has 4 guides, 40 contacts in 8 organisations and 61 enrollments in every status', async () => {
  const { demo, sample } = await seeded()
  expect((await sample.invoke(listContacts, {})).meta.total).toBe(40)
  const organisations = await sample.invoke(listOrganisations, {})
  expect(organisations.data.map((one) => one.contacts_count)).toEqual(Array(8).fill(5))
  expect((await sample.invoke(listGuides, {})).meta.total).toBe(4)
  const counts = { completed: 24, in_progress: 19, invited: 12, expired: 6 } as const
  for (const status of ['completed', 'in_progress', 'invited', 'expired'] as const)
    expect((await sample.invoke(listEnrollments, { status })).meta.total).toBe(counts[status])
  expect((await handrail.authenticate(demo.token)).caller.rights.has('contacts:write')).toBe(true)
})

test('the sample workspace has a plan of five people that is late, with a step of the team and a closed section', async () => {
  const { sample } = await seeded()
  const [late] = (await sample.invoke(listEnrollments, { health: 'late' })).data
  expect(late).toMatchObject({ participants_count: 4, health_reason: { code: 'step_late' } })
  const { data } = await sample.invoke(getEnrollmentSteps, { id: late?.id ?? '' })
  expect(data.steps.filter(({ responsible }) => responsible === 'team')).toHaveLength(3)
  expect(data.sections.filter(({ waits_for }) => waits_for !== null).map(({ title }) => title)).toEqual([
    'Build your dashboards',
    'Train and go live',
  ])
})

test('the sample workspace has steps of every type, with real texts', async () => {
  const { sample } = await seeded()
  const guides = (await sample.invoke(listGuides, {})).data
  const full = await Promise.all(guides.map(({ id }) => sample.invoke(getGuide, { id })))
  const steps = full.flatMap(({ data }) => data.sections.flatMap((section) => section.steps))
  expect(new Set(steps.map((step) => step.type))).toEqual(
    new Set(['simple_content', 'video', 'embed', 'checklist', 'form', 'file_upload', 'link', 'approval']),
  )
})

test('the sample workspace is spread over the last weeks in a consistent order', async () => {
  const { sample } = await seeded()
  const now = new Date().toISOString()
  const pages = await Promise.all([1, 2, 3].map((page) => sample.invoke(listEnrollments, { page })))
  const enrollments = pages.flatMap(({ data }) => data)
  expect(enrollments).toHaveLength(61)
  expect(new Set(enrollments.map(({ created_at }) => created_at.slice(0, 10))).size).toBeGreaterThan(25)
  for (const { status, created_at, started_at, completed_at, progress_percentage } of enrollments) {
    const times = [created_at, started_at, completed_at, now].filter((time) => time !== null)
    expect(times).toEqual(times.toSorted())
    if (status === 'completed') expect([progress_percentage, completed_at]).toEqual([100, expect.any(String)])
    if (status === 'in_progress') expect(progress_percentage).toBeGreaterThan(0)
    if (status === 'in_progress') expect(progress_percentage).toBeLessThan(100)
    if (status === 'invited') expect([progress_percentage, started_at]).toEqual([0, null])
  }
})

test('the sample workspace has a logo and colour, and an invited contact', async () => {
  const { demo, sample } = await seeded()
  expect((await sample.invoke(getWorkspace, {})).data).toMatchObject({
    colour: '#2f4fb5',
    logo_url: expect.any(String),
  })
  const contact = await handrail.asContact(demo.guide.split('/g/')[1] ?? '')
  const { link, view } = (await contact.invoke(readOwnGuide, {})).data
  expect([link.state, view?.status, view?.guide.title]).toEqual([
    'open',
    'invited',
    'Getting started with Acme Analytics',
  ])
})

test('the sample workspace has effort scores and comments', async () => {
  const { sample } = await seeded()
  const guides = (await sample.invoke(listGuides, {})).data
  for (const { id, title } of guides) {
    // Nobody has completed the plan.
    if (title.startsWith('Go live')) continue
    const { completed, effort, comments } = (await sample.invoke(getGuideAnalytics, { id })).data
    expect(effort.answers).toBeGreaterThan(0)
    expect(effort.answers).toBeLessThanOrEqual(completed)
    expect(comments.length).toBeGreaterThan(0)
  }
})

test('the sample workspace is not created in an instance that has a workspace', async () => {
  await seedDemo(handrail)
  await expect(seedDemo(handrail)).rejects.toMatchObject({ code: 'conflict' })
})
