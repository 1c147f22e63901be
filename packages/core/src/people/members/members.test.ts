import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES, type Instance, openInstance } from '../../../test/instance.ts'
import { addMember, PASSWORD, personOf } from '../../../test/people.ts'
import { operations } from '../../index.ts'

const {
  changeMemberRole,
  createApiKey,
  createUser,
  listAuditEntries,
  listMembers,
  listOwnMemberships,
  removeMember,
  transferOwnership,
} = operations

describe.each(ENGINES)('members on %s', (engine) => {
  let instance: Instance
  let workspace_id: string
  const ids: Record<string, string> = {}
  beforeAll(async () => {
    instance = await openInstance(engine)
    workspace_id = instance.acme.context.caller.workspace_id
    for (const role of ['owner', 'admin', 'editor', 'viewer'])
      ids[role] = (await addMember(instance, `${role}@example.com`, role)).id
  })
  afterAll(() => instance.close())

  const idOf = (name: string) => ids[name] ?? ''
  const as = (name: string) => instance.handrail.asMember(workspace_id, idOf(name), 'session')
  const rolesOf = async () =>
    Object.fromEntries((await instance.acme.invoke(listMembers, {})).data.map(({ name, role }) => [name, role]))

  test('admins and the owner manage members; editors and viewers do not', async () => {
    for (const name of ['viewer', 'editor']) {
      const member = await as(name)
      await expect(member.invoke(listMembers, {})).rejects.toMatchObject({ code: 'forbidden' })
      const change = { user_id: idOf('viewer'), role: 'admin' } as const
      await expect(member.invoke(changeMemberRole, change)).rejects.toMatchObject({ code: 'forbidden' })
      await expect(member.invoke(removeMember, { user_id: idOf('admin') })).rejects.toMatchObject({ code: 'forbidden' })
    }
    const admin = await as('admin')
    await admin.invoke(changeMemberRole, { user_id: idOf('viewer'), role: 'editor' })
    expect(await rolesOf()).toMatchObject({ viewer: 'editor' })
    await admin.invoke(changeMemberRole, { user_id: idOf('viewer'), role: 'viewer' })
  })

  test('only the owner transfers ownership, and roles cannot grant it', async () => {
    const admin = await as('admin')
    const owner = { user_id: idOf('owner') }
    await expect(admin.invoke(changeMemberRole, { ...owner, role: 'viewer' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(admin.invoke(removeMember, owner)).rejects.toMatchObject({ code: 'conflict' })
    const promoted = { user_id: idOf('admin'), role: 'owner' as 'admin' }
    await expect(admin.invoke(changeMemberRole, promoted)).rejects.toMatchObject({ code: 'validation_error' })
    const transfer = { user_id: idOf('admin'), password: PASSWORD }
    await expect(admin.invoke(transferOwnership, transfer)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('members of another workspace are not found', async () => {
    const stranger = { user_id: idOf('viewer') }
    await expect(instance.other.invoke(removeMember, stranger)).rejects.toMatchObject({ code: 'not_found' })
    const change = { ...stranger, role: 'admin' } as const
    await expect(instance.other.invoke(changeMemberRole, change)).rejects.toMatchObject({ code: 'not_found' })
    expect((await instance.other.invoke(listMembers, {})).data).toEqual([])
  })

  test('transferring ownership requires the password, and concurrent transfers leave one owner', async () => {
    const owner = await as('owner')
    const to = (name: string, password = PASSWORD) => owner.invoke(transferOwnership, { user_id: idOf(name), password })
    await expect(to('editor', 'a wrong one')).rejects.toMatchObject({ errors: { password: ['is incorrect'] } })
    const answers = await Promise.allSettled([to('admin'), to('editor')])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const roles = await rolesOf()
    expect(roles).toMatchObject({ owner: 'admin' })
    expect(Object.values(roles).filter((role) => role === 'owner')).toHaveLength(1)
    const second = { email: 'second@example.com', name: 'Second', role: 'owner' } as const
    await expect(instance.acme.invoke(createUser, second)).rejects.toMatchObject({
      errors: { role: ['is taken: the workspace has an owner'] },
    })
  })

  test('a removed member loses access and keeps the account', async () => {
    const person = await personOf(instance, 'viewer@example.com')
    expect((await person.invoke(listOwnMemberships, {})).data).toMatchObject([{ workspace_id, role: 'viewer' }])
    await instance.acme.invoke(removeMember, { user_id: idOf('viewer') })
    await expect(as('viewer')).rejects.toMatchObject({ code: 'not_found' })
    expect((await person.invoke(listOwnMemberships, {})).data).toEqual([])
  })

  test('the audit log records actor, action and surface, and contains no secret', async () => {
    const admin = await as('owner')
    const { data: key } = await admin.invoke(createApiKey, { name: 'CRM', scopes: ['contacts:read'] })
    const { data } = await admin.invoke(listAuditEntries, { per_page: 100 })
    expect(data[0]).toMatchObject({
      action: 'api_key.created',
      actor: 'owner',
      actor_id: idOf('owner'),
      door: 'console',
      subject_id: key.id,
      details: { name: 'CRM', scopes: 'contacts:read' },
    })
    expect(data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['user.created', 'member.role_changed', 'ownership.transferred', 'member.removed']),
    )
    expect(data.find(({ action }) => action === 'user.created')).toMatchObject({
      actor: 'Operator',
      door: 'command_line',
    })
    const text = JSON.stringify(data)
    for (const secret of [key.token, key.token.slice(7), PASSWORD, '$argon2']) expect(text).not.toContain(secret)
    const editor = await as('editor')
    if ((await rolesOf()).editor === 'editor')
      await expect(editor.invoke(listAuditEntries, {})).rejects.toMatchObject({ code: 'forbidden' })
    expect((await instance.other.invoke(listAuditEntries, {})).data.map(({ action }) => action)).toEqual([
      'workspace.created',
    ])
  })
})
