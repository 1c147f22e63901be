import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../test/instance.ts'
import { addMember, PASSWORD, personOf, wait } from '../../test/people.ts'
import { type Bound, operations } from '../index.ts'
import { invoke } from '../operation/invoke.ts'
import { endAccess } from './store.ts'

const {
  addSampleWorkspace,
  createApiKey,
  createContact,
  createWorkspace,
  deleteOwnWorkspace,
  getGuideAnalytics,
  getEnrollmentSteps,
  getWorkspace,
  listAuditEntries,
  listContacts,
  listEmails,
  listEnrollments,
  listGuides,
  listMembers,
  listParticipants,
  listOwnMemberships,
  listWork,
  listWorkspaces,
} = operations

const MAIL = { url: 'smtp://127.0.0.1:9', from: 'handrail@example.com', send: false }
const SAMPLE = 'Acme Analytics'

describe.each(ENGINES)('a sample workspace on %s', (engine) => {
  let instance: Instance
  let user_id: string
  beforeAll(async () => {
    instance = await openInstance(engine, { mail: MAIL })
    user_id = (await addMember(instance, 'robin@example.com', 'owner')).id
    await addMember(instance, 'alex@example.com', 'admin')
  })
  afterAll(() => instance.close())

  const inAcme = (id = user_id) => instance.handrail.asMember(instance.acme.context.caller.workspace_id, id)
  const inSample = async (id: string) => instance.handrail.asMember(id, user_id)
  const memberships = async () =>
    (await (await personOf(instance, 'robin@example.com')).invoke(listOwnMemberships, {})).data
  const workspaces = async () => (await (await instance.handrail.asSystem()).invoke(listWorkspaces, {})).data

  /** The number of rows of a workspace, including its own. */
  const rowsOf = (workspace_id: string) =>
    instance.handrail.database.read(async ({ db, tables }) => {
      const own = await db.select().from(tables.workspaces).where(eq(tables.workspaces.id, workspace_id))
      const counted = Object.values(tables).map(async (table) => {
        const rows: object[] = await db.select().from(table)
        return rows.filter((row) => 'workspace_id' in row && row.workspace_id === workspace_id).length
      })
      return (await Promise.all(counted)).reduce((sum, count) => sum + count, own.length)
    })

  const remove = (bound: Bound, input: Partial<{ name: string; password: string }> = {}) =>
    bound.invoke(deleteOwnWorkspace, { name: SAMPLE, password: PASSWORD, ...input })

  /** The rest of it once running requests have finished. */
  async function restOf(workspace_id: string) {
    wait(instance, { minutes: 2 })
    await instance.handrail.upkeep()
    return rowsOf(workspace_id)
  }

  test('belongs to the person who adds it, has customers of two months, and sends no mail', async () => {
    const { data: workspace } = await (await inAcme()).invoke(addSampleWorkspace, {})
    expect(workspace).toMatchObject({ name: SAMPLE, plan: 'self-hosted' })
    expect(await memberships()).toMatchObject([
      { workspace: 'Acme', is_sample: false, role: 'owner' },
      { workspace: SAMPLE, is_sample: true, role: 'owner', workspace_id: workspace.id },
    ])
    const sample = await inSample(workspace.id)
    expect((await sample.invoke(listContacts, {})).meta.total).toBe(40)
    const { data: guides } = await sample.invoke(listGuides, {})
    expect(guides.map(({ status }) => status)).toEqual(Array(4).fill('published'))
    for (const [status, count] of Object.entries({ completed: 24, in_progress: 19, invited: 12, expired: 6 }))
      expect((await sample.invoke(listEnrollments, { status: status as 'invited' })).meta.total).toBe(count)
    const { data: figures } = await sample.invoke(getGuideAnalytics, { id: guides[0]?.id ?? '' })
    expect(figures.comments.length).toBeGreaterThan(0)
    // Nor on later days: its customers are made up.
    for (let day = 0; day < 4; day++) {
      wait(instance, { days: 1 })
      await instance.handrail.upkeep()
    }
    expect((await sample.invoke(listEmails, {})).data).toEqual([])
    expect((await sample.invoke(listMembers, {})).data.map(({ name }) => name)).toEqual(['robin'])
    const { data: entries } = await sample.invoke(listAuditEntries, {})
    expect(new Set(entries.map(({ actor, door }) => `${actor}, ${door}`))).toEqual(new Set(['robin, console']))
    // The other workspace of the team is not affected.
    expect((await instance.acme.invoke(listContacts, {})).meta.total).toBe(0)
  })

  test('has a plan of five people with one late step, answers that wait for a review, and a text to approve', async () => {
    const [, { workspace_id = '' } = {}] = await memberships()
    const sample = await inSample(workspace_id)
    const { data: work, counts } = await sample.invoke(listWork, {})
    const filledOn = (await sample.invoke(operations.getWorkspace, {})).data.created_at.slice(0, 10)
    expect(counts?.review).toBe(1)
    const review = work.find(({ kind }) => kind === 'review')
    expect(review?.submission).toMatchObject({ round: 2, sent_by: 'Ingrid Halvorsen' })
    const { data: plan } = await sample.invoke(getEnrollmentSteps, { id: review?.enrollment_id ?? '' })
    const isLate = ({ state, due_on }: (typeof plan.steps)[number]) =>
      state !== 'done' && due_on !== null && due_on < filledOn
    expect(plan.steps.filter(isLate).map(({ title }) => title)).toEqual(['Create a read-only user'])
    const stateOf = (type: string) => plan.steps.filter((step) => step.type === type).map(({ state }) => state)
    expect(stateOf('approval')).toEqual(['open'])
    expect(stateOf('form')).toEqual(['submitted', 'closed'])
    const { meta: people } = await sample.invoke(listParticipants, { id: review?.enrollment_id ?? '' })
    expect(people.total).toBe(4)
  })

  test('a person has one at a time, and only owners of a workspace create one', async () => {
    await expect((await inAcme()).invoke(addSampleWorkspace, {})).rejects.toMatchObject({
      code: 'conflict',
      reason: 'sample_already',
    })
    const admin = (await instance.acme.invoke(listMembers, {})).data.find(({ role }) => role === 'admin')
    const refused = (await inAcme(admin?.user_id)).invoke(addSampleWorkspace, {})
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
    await expect(instance.acme.invoke(addSampleWorkspace, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect(await workspaces()).toHaveLength(3)
  })

  test('is deleted with its name and the password of the owner, who can then create another', async () => {
    const [, { workspace_id = '' } = {}] = await memberships()
    const sample = await inSample(workspace_id)
    const { data: key } = await sample.invoke(createApiKey, { name: 'k', scopes: ['contacts:read'] })
    await expect(remove(sample, { name: 'acme analytics' })).rejects.toMatchObject({
      errors: { name: [`is not the name of the workspace, "${SAMPLE}"`] },
    })
    await expect(remove(sample, { password: 'a wrong one' })).rejects.toMatchObject({
      errors: { password: ['is incorrect'] },
    })
    expect((await sample.invoke(listContacts, {})).meta.total).toBe(40)
    await remove(sample)
    await expect(inSample(workspace_id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(instance.handrail.authenticate(key.token)).rejects.toMatchObject({ code: 'invalid_token' })
    await expect(remove(sample)).rejects.toMatchObject({ code: expect.stringMatching(/not_found|forbidden/) })

    // Requests accepted before have finished after everything was erased.
    await instance.handrail.upkeep()
    await sample.invoke(createContact, { email: 'late@example.com', first_name: 'Late' })
    expect(await rowsOf(workspace_id)).toBeGreaterThan(1)

    const added = await Promise.allSettled([1, 2, 3].map(async () => (await inAcme()).invoke(addSampleWorkspace, {})))
    expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await memberships()).toMatchObject([{ workspace: 'Acme' }, { workspace: SAMPLE, is_sample: true }])
    expect(await restOf(workspace_id)).toBe(0)
  })

  test('an interrupted deletion is completed in the background', async () => {
    const [, { workspace_id = '' } = {}] = await memberships()
    await instance.handrail.database.write((tx) => endAccess(tx, workspace_id))
    expect(await workspaces()).toHaveLength(2)
    expect(await rowsOf(workspace_id)).toBeGreaterThan(100)
    expect(await restOf(workspace_id)).toBe(0)
  })

  test('a failed creation leaves nothing behind', async () => {
    const { context } = await inAcme()
    const noMemory = () => Promise.reject(new Error('no memory'))
    const broken = { ...context, images: { ...context.images, rewrite: noMemory, draw: noMemory } }
    await expect(invoke(addSampleWorkspace, broken, {})).rejects.toThrow('no memory')
    wait(instance, { minutes: 2 })
    await instance.handrail.upkeep()
    const kept = await instance.handrail.database.read(({ db, tables }) => db.select().from(tables.workspaces))
    expect(kept.map(({ name }) => name).toSorted()).toEqual(['Acme', 'Other'])
    expect(await memberships()).toHaveLength(1)
  })

  test('the only workspace of an instance cannot be deleted, also with concurrent deletions', async () => {
    const alone = await openInstance(engine)
    try {
      const system = await alone.handrail.asSystem()
      const owner = { email: 'robin@example.com', name: 'Robin', password: PASSWORD }
      const third = (await system.invoke(createWorkspace, { name: 'Third', owner })).data.id
      const fourth = (await system.invoke(createWorkspace, { name: 'Fourth', owner })).data.id
      const person = await personOf(alone, owner.email)
      const own = (id: string) => alone.handrail.asMember(id, person.context.caller.id)
      expect((await (await own(third)).invoke(getWorkspace, {})).data.is_only).toBe(false)
      await alone.handrail.database.write(async (tx) => {
        for (const bound of [alone.acme, alone.other]) await endAccess(tx, bound.context.caller.workspace_id)
      })
      const deleted = await Promise.allSettled([
        own(third).then((bound) => remove(bound, { name: 'Third' })),
        own(fourth).then((bound) => remove(bound, { name: 'Fourth' })),
      ])
      expect(deleted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(deleted.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'conflict', reason: 'last_workspace' },
      })
      const { data: left } = await person.invoke(listOwnMemberships, {})
      expect(left).toHaveLength(1)
      const last = await own(left[0]?.workspace_id ?? '')
      expect((await last.invoke(getWorkspace, {})).data.is_only).toBe(true)
    } finally {
      await alone.close()
    }
  })
})
