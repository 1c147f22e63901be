import { readFileSync } from 'node:fs'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshPostgresDatabase } from '../../../../test/postgres/databases.ts'
import { connect, newApplication, newMember } from '../../test/connected.ts'
import { ENGINES, type Instance, openInstance, publishedGuide, SECRET } from '../../test/instance.ts'
import { ADDRESS, addMember, PASSWORD, personOf, signInAs } from '../../test/people.ts'
import { ALL_SCOPES, type Bound, createHandrail, type Operation, operations } from '../index.ts'
import { OPERATIONS } from '../operations.ts'

const o = operations

/**
 * Operations with a route are called by `contract.test.ts` of http, which looks for their entries. These have none, and are called by
 * the tests that are named, or record with the same function as another one.
 */
const ELSEWHERE: Readonly<Record<string, string>> = {
  change_enrollments: 'counts.test.ts',
  create_first_workspace: 'as create_workspace',
  delete_contacts: 'counts.test.ts',
  delete_organisations: 'counts.test.ts',
  delete_own_workspace: 'as delete_workspace',
  finish_sign_in: 'refusals.test.ts',
  invite_participant: 'as create_participant',
  move_contacts: 'counts.test.ts',
  restore_contacts: 'counts.test.ts',
  run_import: '../imports/imports.test.ts',
  sign_in: 'refusals.test.ts',
  undo_import: '../imports/imports.test.ts',
  withdraw_invitation: 'as delete_participant',
}

describe.each(ENGINES)('an operation without a route that changes something leaves an entry on %s', (engine) => {
  let instance: Instance
  let acme: Bound
  let member: Bound
  let operator: Bound
  let user_id: string
  const called = new Set<string>()

  beforeAll(async () => {
    instance = await openInstance(engine, { plans: { small: { limits: { contacts: 5 }, entitlements: [] } } })
    acme = instance.acme
    operator = await instance.handrail.asSystem()
    user_id = (await addMember(instance, 'ada@example.com', 'admin')).id
    member = await instance.handrail.asMember(acme.caller.workspace_id, user_id)
  })
  afterAll(() => instance.close())

  /** Calls an operation, and expects the entries of its actions in the log of the workspace, or of the instance. */
  async function audits<T>(operation: Operation, bound: Bound, input: object, count = 1): Promise<T> {
    called.add(operation.name)
    const before = new Set((await stored()).map(({ id }) => id))
    // Inputs of every operation.
    const value = (await bound.invoke(operation, input as never)) as { data: T } | undefined
    const entries = (await stored()).filter(({ id }) => !before.has(id))
    expect([operation.name, entries.map(({ action }) => action)]).toEqual([
      operation.name,
      entries.map(({ action }) => action).filter((action) => operation.audit?.some((one) => one === action)),
    ])
    expect([operation.name, entries.length]).toEqual([operation.name, count])
    expect(entries[0]?.subject_type).toEqual(expect.any(String))
    return value?.data as T
  }
  const stored = () => instance.handrail.database.read(({ db, tables }) => db.select().from(tables.audit_entries))
  const person = () => personOf(instance, 'ada@example.com')
  interface Id {
    id: string
  }
  interface Url {
    url: string
  }

  test('guides', async () => {
    const { id } = await publishedGuide(acme)
    await audits(o.duplicateGuide, acme, { id, title: 'Copy' })
    const { data } = await acme.invoke(o.listGuideVersions, { id })
    await audits(o.restoreGuideVersion, acme, { id, version_id: data[0]?.id })
  })

  test('enrollments and contacts', async () => {
    const { id: guide_id } = await publishedGuide(acme)
    const { data: contact } = await acme.invoke(o.createContact, { email: 'a@example.com', first_name: 'A' })
    const { data: enrollment } = await acme.invoke(o.createEnrollment, { contact_id: contact.id, guide_id })
    await audits(o.sendReminder, acme, { id: enrollment.id })
    await audits(o.createExport, acme, { export: { what: 'list', list: 'contacts', format: 'csv' } })
    await audits(o.eraseContact, acme, { id: contact.id })
  })

  test('keys, applications and connections', async () => {
    const key = await audits<Id>(o.createApiKey, member, { name: 'CRM', scopes: [...ALL_SCOPES] })
    await audits(o.revokeApiKey, member, { id: key.id })
    const fields = { name: 'Sync', redirect_uris: ['https://app.example/callback'], scopes: [...ALL_SCOPES] }
    const { id } = await audits<Id>(o.createApplication, member, { ...fields, type: 'confidential' })
    await audits(o.updateApplication, member, { id, name: 'Synchroniser' })
    await audits(o.rotateApplicationSecret, member, { id })
    await audits(o.deleteApplication, member, { id })
    const { client } = await newApplication(instance)
    const { access_token } = await connect(instance, { client, user_id })
    const { caller } = await instance.handrail.authenticate(access_token)
    await audits(o.revokeConnection, member, { id: caller.id })
    const keys = [{ kty: 'OKP', crv: 'Ed25519', kid: 'one', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }]
    const own = await audits<Id>(o.createApplication, member, { ...fields, type: 'confidential', jwks: { keys } })
    await audits(o.removeApplicationSecrets, member, { id: own.id })
  })

  test('accounts and sessions', async () => {
    await audits(o.updateAccount, await person(), { name: 'Ada Lovelace' })
    await signInAs(instance, 'ada@example.com')
    await audits(o.revokeOtherSessions, await person(), {})
    const current = await person()
    const { data: sessions } = await current.invoke(o.listSessions, {})
    await audits(o.revokeSession, current, { id: sessions[0]?.id })
    const next = `${PASSWORD} staple`
    await audits(o.changePassword, await person(), { current_password: PASSWORD, new_password: next })
    const { id } = await audits<Id>(o.createUser, acme, { email: 'eve@example.com', name: 'Eve', role: 'viewer' })
    await audits(o.changeMemberRole, acme, { user_id: id, role: 'editor' })
    await audits(o.removeMember, acme, { user_id: id })
    await audits(o.renewOwnCalendar, member, {})
    await audits(o.removeOwnCalendar, member, {})
  })

  test('the second factor', async () => {
    await addMember(instance, 'bob@example.com')
    const bob = await personOf(instance, 'bob@example.com')
    await bob.invoke(o.offerSecondFactor, { password: PASSWORD })
    const { secret } = (await bob.invoke(o.getSecondFactorOffer, {})).data
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: instance.clock.now.getTime() })
    await audits(o.confirmSecondFactor, bob, { code })
    await audits(o.renewRecoveryCodes, bob, { password: PASSWORD })
    await audits(o.removeSecondFactor, bob, { password: PASSWORD })
  })

  test('links for a password', async () => {
    await addMember(instance, 'carl@example.com')
    const visitor = instance.handrail.asVisitor(ADDRESS)
    const { url } = await audits<Url>(o.issuePasswordLink, operator, { email: 'carl@example.com' })
    await audits(o.resetPassword, visitor, { token: tokenOf(url), password: `${PASSWORD} staple` }, 2)
  })

  test('an import', async () => {
    const content = (async function* () {
      yield Buffer.from('email,first_name\na@example.com,A\n')
    })()
    const input = { resource: 'contacts', name: 'contacts.csv', content }
    const { id } = await audits<Id>(o.createImport, member, input)
    await audits(o.discardImport, member, { id })
  })

  test('a link for a password that is asked for by mail', async () => {
    const mailing = await openInstance(engine, {
      mail: { url: 'smtp://127.0.0.1:1', from: 'a@example.com' },
      onError: () => undefined,
    })
    const { id } = await addMember(mailing, 'ada@example.com')
    await mailing.handrail.asVisitor(ADDRESS).invoke(o.requestPasswordLink, { email: 'ada@example.com' })
    called.add('request_password_link')
    await expect
      .poll(async () => (await mailing.acme.invoke(o.listAuditEntries, { action: 'password_link' })).data)
      .toMatchObject([{ action: 'password_link.requested', actor_id: 'visitor', subject_type: 'user', subject_id: id }])
    await mailing.close()
  })

  test('invitations', async () => {
    const { id } = await audits<Id>(o.createInvitation, member, { email: 'zoe@example.com', role: 'viewer' })
    const { id: renewed } = await audits<Id>(o.resendInvitation, member, { id })
    await audits(o.revokeInvitation, member, { id: renewed ?? id })
    const invite = async (email: string) =>
      (await member.invoke(o.createInvitation, { email, role: 'viewer' })).data.url
    const account = { token: tokenOf(await invite('yan@example.com')), name: 'Yan', password: PASSWORD }
    await audits(o.acceptInvitation, instance.handrail.asVisitor(ADDRESS), account, 2)
    await addMember({ ...instance, acme: instance.other }, 'xia@example.com')
    const token = tokenOf(await invite('xia@example.com'))
    await audits(o.joinWorkspace, await personOf(instance, 'xia@example.com'), { token })
  })

  test('the workspace', async () => {
    await audits(o.updateWorkspace, acme, { colour: '#123456' })
    const logo = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    const content = Buffer.from(logo).toString('base64')
    await audits(o.setLogo, acme, { content })
    await audits(o.removeLogo, acme, {})
    const made = await audits<Id>(o.createWorkspace, operator, { name: 'Third' })
    await audits(o.changeWorkspacePlan, operator, { id: made.id, plan: 'small' })
    await audits(o.deleteWorkspace, operator, { id: made.id, name: 'Third' })
  })

  test('the mail server', async () => {
    const server = { host: 'smtp.example.com', port: 587, encryption: 'starttls', sender: 'no-reply@example.com' }
    await audits(o.setMailServer, acme, server)
    await audits(o.removeMailServer, acme, {})
  })

  test('a sample workspace, of an owner', async () => {
    const owner = { email: 'owner@example.com', name: 'Olga', password: PASSWORD }
    const { data: owned } = await operator.invoke(o.createWorkspace, { name: 'Owned', owner })
    const members = (await (await instance.handrail.asSystem(owned.id)).invoke(o.listMembers, {})).data
    const bound = await instance.handrail.asMember(owned.id, members[0]?.user_id ?? '')
    called.add('add_sample_workspace')
    const { data } = await bound.invoke(o.addSampleWorkspace, {})
    const heir = await newMember(await instance.handrail.asSystem(owned.id))
    await audits(o.transferOwnership, bound, { user_id: heir.id, password: PASSWORD })
    const sample = await instance.handrail.asSystem(data.id)
    const made = await sample.invoke(o.listAuditEntries, { action: 'workspace.created' })
    expect(made.data).toMatchObject([{ subject_type: 'workspace', subject_id: data.id }])
  })

  test('the instance', async () => {
    const database = engine === 'sqlite' ? ':memory:' : await freshPostgresDatabase()
    const handrail = await createHandrail({ database, secret: SECRET, upkeep: false })
    const system = await handrail.asSystem()
    const { data: link } = await system.invoke(o.issueSetUpLink, {})
    called.add('issue_set_up_link')
    const { data } = await system.invoke(o.listInstanceAuditEntries, {})
    expect(data.map(({ action, actor, door }) => [action, actor, door])).toEqual([
      ['set_up_link.issued', 'Operator', 'command_line'],
    ])
    const fields = { name: 'Ada', email: 'ada@example.com', password: PASSWORD, workspace: 'Engines' }
    await handrail.asVisitor(ADDRESS).invoke(o.setUpInstance, { token: tokenOf(link.url), ...fields })
    called.add('set_up_instance')
    const [workspace] = (await system.invoke(o.listWorkspaces, {})).data
    const engines = await handrail.asSystem(workspace?.id)
    const actions = (await engines.invoke(o.listAuditEntries, {})).data.map(({ action }) => action)
    expect(actions.toSorted()).toEqual(['signed_in', 'workspace.created'])
    await handrail.close()
  })

  test('all of them are called here, or by another test', () => {
    const left = OPERATIONS.filter(({ name, audit, route }) => audit && !route && !called.has(name) && !ELSEWHERE[name])
    expect(left.map(({ name }) => name)).toEqual([])
    for (const { name, audit = [] } of OPERATIONS) {
      const file = ELSEWHERE[name]
      if (!file?.endsWith('.test.ts')) continue
      const text = readFileSync(new URL(file, import.meta.url), 'utf8')
      expect([name, audit.some((action) => text.includes(`'${action}'`))]).toEqual([name, true])
    }
  })
})

/** The token of a link. */
function tokenOf(url: string): string {
  return new URL(url).searchParams.get('token') ?? ''
}
