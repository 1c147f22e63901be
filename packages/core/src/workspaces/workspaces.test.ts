import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inBatches } from '../../test/data/batches.ts'
import { ENGINES, type Instance, openInstance, publishedGuide } from '../../test/instance.ts'
import { type Bound, operations } from '../index.ts'

const {
  createApiKey,
  createContact,
  createEnrollment,
  createOrganisation,
  createUser,
  createWebhookEndpoint,
  deleteWorkspace,
  listContacts,
  listWorkspaces,
} = operations

describe.each(ENGINES)('deleting a workspace on %s', (engine) => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance(engine)
    for (const bound of [instance.acme, instance.other]) await fill(bound)
  })
  afterAll(() => instance.close())

  /** More rows than one step erases. */
  async function fill(bound: Bound) {
    const { id } = bound.context.caller
    await bound.invoke(createWebhookEndpoint, { url: 'https://example.com/hook', events: ['*'] })
    const { data: organisation } = await bound.invoke(createOrganisation, { name: 'Harbour' })
    const guide = await publishedGuide(bound)
    await bound.invoke(createUser, {
      email: `${bound.context.caller.workspace_id}@example.com`,
      name: id,
      role: 'owner',
    })
    await inBatches(520, (index) =>
      bound.invoke(createContact, {
        email: `${index}@example.com`,
        first_name: 'C',
        organisation_id: organisation.id,
      }),
    )
    const [contact] = (await bound.invoke(listContacts, {})).data
    await bound.invoke(createEnrollment, { contact_id: contact?.id ?? '', guide_id: guide.id })
  }

  /** The number of rows of a workspace by table. */
  const rowsOf = (bound: Bound) =>
    instance.handrail.database.read(async ({ db, tables }) => {
      const { workspace_id } = bound.context.caller
      const counted = Object.entries(tables).map(async ([name, table]) => {
        const rows: object[] = await db.select().from(table)
        return [name, rows.filter((row) => 'workspace_id' in row && row.workspace_id === workspace_id).length]
      })
      return Object.fromEntries(await Promise.all(counted))
    })

  test('requires its name, revokes its keys, and deletes all its data and no other', async () => {
    const { workspace_id: id } = instance.acme.context.caller
    const { data: key } = await instance.acme.invoke(createApiKey, { name: 'k', scopes: ['contacts:read'] })
    await instance.handrail.authenticate(key.token)
    const system = await instance.handrail.asSystem()
    const others = await rowsOf(instance.other)
    expect(others).toMatchObject({ contacts: 520, enrollments: 1, memberships: 1, webhook_endpoints: 1 })

    await expect(system.invoke(deleteWorkspace, { id, name: 'acme' })).rejects.toMatchObject({
      errors: { name: ['is not the name of the workspace, "Acme"'] },
    })
    expect((await rowsOf(instance.acme)).contacts).toBe(520)
    await system.invoke(deleteWorkspace, { id, name: 'Acme' })

    expect(Object.values(await rowsOf(instance.acme)).every((count) => count === 0)).toBe(true)
    expect(await rowsOf(instance.other)).toEqual(others)
    await expect(instance.handrail.authenticate(key.token)).rejects.toMatchObject({ code: 'invalid_token' })
    expect((await system.invoke(listWorkspaces, {})).data.map(({ name }) => name)).toEqual(['Other'])
    await expect(system.invoke(deleteWorkspace, { id, name: 'Acme' })).rejects.toMatchObject({ code: 'not_found' })
  })
})
