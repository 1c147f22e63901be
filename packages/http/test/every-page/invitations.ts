import { operations } from '@handrail/core'
import { type Instance, PUBLIC_URL } from '../support/instance.ts'
import { addUser, open, PASSWORD, signedIn, type Walk } from './walk.ts'

const { createInvitation, createUser } = operations

export async function seeInvitations(walk: Walk, instance: Instance): Promise<void> {
  await addUser(instance, 'owner@example.com', 'owner')
  const other = await instance.handrail.asSystem(instance.other.id)
  await other.invoke(createUser, { email: 'joining@example.com', name: 'Grace', role: 'admin', password: PASSWORD })
  const owner = await signedIn(walk, instance, 'owner@example.com')
  await owner.see('home of an owner', '/')
  const guest = open(walk, instance.app)
  const token = await invite(instance, 'new@example.com')
  await guest.see('invitation', `/invitation?token=${token}`)
  await guest.see('invitation, mistakes', '/invitation', { form: { token, name: '', password: '' } })
  const joining = await signedIn(walk, instance, 'joining@example.com')
  await joining.see('invitation for another', `/invitation?token=${token}`)
  const form = { token, csrf: await joining.csrfOn('/account') }
  await joining.see('invitation for another, taken', '/invitation', { form })
  const theirs = await invite(instance, 'joining@example.com')
  await joining.see('invitation to join', `/invitation?token=${theirs}`)
  await guest.see('invitation of who has an account', '/invitation', {
    form: { token: theirs, name: 'Grace', password: 'another good password' },
  })
}

/** @returns the token of the link */
async function invite(instance: Instance, email: string): Promise<string> {
  const acme = await instance.handrail.asSystem(instance.acme.id)
  const { data } = await acme.invoke(createInvitation, { email, role: 'admin', message: 'Moin' })
  return new URL(data.url.replace(PUBLIC_URL, 'http://localhost')).searchParams.get('token') ?? ''
}
