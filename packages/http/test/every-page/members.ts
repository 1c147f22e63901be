import { operations } from '@handrail/core'
import { type Instance, PUBLIC_URL } from '../instance.ts'
import { addUser, open, PASSWORD, signedIn, type Walk } from './walk.ts'

const { createContact, createEnrollment, createUser, listEmails } = operations

export async function seeMembers(walk: Walk, instance: Instance): Promise<void> {
  await addUser(instance, 'owner@example.com', 'owner')
  const viewer = await addUser(instance, 'member@example.com')
  const other = await instance.handrail.asSystem(instance.other.id)
  await other.invoke(createUser, { email: 'joining@example.com', name: 'Grace', role: 'admin', password: PASSWORD })
  const { see, csrfOn } = await signedIn(walk, instance, 'owner@example.com')
  await see('home of an owner', '/')
  await see('members', '/members')
  await see('member to be removed', `/members?workspace=${instance.acme.id}&remove=${viewer}`)
  const csrf = await csrfOn('/members')
  const act = (name: string, form: Record<string, string>) =>
    see(name, '/members', { form: { csrf, workspace: instance.acme.id, ...form } })
  await act('members, mistake', { action: 'invite', email: 'zuse', role: 'king' })
  await act('members, a member', { action: 'invite', email: 'member@example.com', role: 'viewer' })
  const invited = await act('members, invited', {
    action: 'invite',
    email: 'new@example.com',
    role: 'admin',
    message: 'Moin',
  })
  await act('members, invited twice', { action: 'invite', email: 'new@example.com', role: 'admin' })
  const link = linkOn(invited)
  const token = new URL(link).searchParams.get('token') ?? ''
  const guest = open(walk, instance.app)
  await guest.see('invitation', `/invitation?token=${token}`)
  await guest.see('invitation, mistakes', '/invitation', { form: { token, name: '', password: '' } })
  const joining = await signedIn(walk, instance, 'joining@example.com')
  await joining.see('invitation for another', `/invitation?token=${token}`)
  const form = { token, csrf: await joining.csrfOn('/account') }
  await joining.see('invitation for another, taken', '/invitation', { form })
  const theirs = linkOn(
    await act('members, invited who is elsewhere', { action: 'invite', email: 'joining@example.com', role: 'viewer' }),
  )
  await joining.see('invitation to join', theirs.replace(PUBLIC_URL, ''))
  await open(walk, instance.app).see('invitation of who has an account', '/invitation', {
    form: { token: new URL(theirs).searchParams.get('token') ?? '', name: 'Grace', password: 'another good password' },
  })
  const id = /name="id" value="([^"]+)"/.exec(await see('members with invitations', '/members'))?.[1] ?? ''
  await act('members, invited again', { action: 'resend', id })
  await act('members, taken back', { action: 'revoke', id })
  await act('members, not there', { action: 'revoke', id })
  await act('members, role changed', { action: 'change_role', user_id: viewer, role: 'editor' })
  await act('members, wrong password', { action: 'transfer', new_owner: viewer, password: 'wrong' })
  await act('members, of another workspace', { workspace: instance.other.id, action: 'remove', user_id: viewer })
  await act('members, transferred', { action: 'transfer', new_owner: viewer, password: PASSWORD })
  await act('members, the owner stays', { action: 'remove', user_id: viewer })
}

const linkOn = (page: string) => /<code>(https:\/\/handrail\.example\/invitation[^<]+)<\/code>/.exec(page)?.[1] ?? ''

export async function seeOutbox(walk: Walk, instance: Instance): Promise<void> {
  await addUser(instance, 'outbox@example.com', 'admin')
  const { see, csrfOn } = await signedIn(walk, instance, 'outbox@example.com')
  const acme = await instance.handrail.asSystem(instance.acme.id)
  await see('outbox, empty', '/outbox')
  const { data: contact } = await acme.invoke(createContact, { email: 'pia@example.com', first_name: 'Pia' })
  const enrollment = { contact_id: contact.id, guide_id: instance.acme.guide_id, send_invitation: true }
  await acme.invoke(createEnrollment, enrollment)
  await see('outbox', '/outbox')
  const { data } = await acme.invoke(listEmails, {})
  const id = data[0]?.id ?? ''
  await see('mail', `/outbox?id=${id}`)
  const csrf = await csrfOn('/account')
  await see('mail, once more', '/outbox', { form: { csrf, workspace: instance.acme.id, id } })
}
