import { operations } from '@handrail/core'
import { type Instance, openBare } from '../support/instance.ts'
import { addUser, open, type Walk } from './walk.ts'

const { issuePasswordLink, issueSetUpLink } = operations

export async function seeSetUp(walk: Walk): Promise<void> {
  const bare = await openBare('sqlite')
  try {
    const { see } = open(walk, bare.app)
    const { data } = await (await bare.handrail.asSystem()).invoke(issueSetUpLink, {})
    const token = new URL(data.url).searchParams.get('token') ?? ''
    await see('set up', `/setup?token=${token}`)
    const form = { token, name: '', email: 'zuse', password: 'short', workspace: 'Acme' }
    await see('set up with mistakes', '/setup', { form })
    await see('set up, void link', '/setup?token=used')
    await see('set up, form of another site', '/setup', { form, headers: { origin: 'https://evil.example' } })
  } finally {
    await bare.close()
  }
}

export async function seeVisitors(walk: Walk, instance: Instance): Promise<void> {
  const email = 'visitor@example.com'
  await addUser(instance, email)
  const { see } = open(walk, instance.app)
  await see('sign in', '/sign-in?return_to=%2Faccount')
  await see('sign in, wrong password', '/sign-in', { form: { email, password: 'a wrong one' } })
  await see('forgotten password', '/reset-password')
  await see('forgotten password, asked', '/reset-password', { form: { email } })
  await see('forgotten password, mistake', '/reset-password', { form: { email: 'zuse' } })
  await see('password link, void', '/reset-password?token=used')
  const { data } = await (await instance.handrail.asSystem()).invoke(issuePasswordLink, { email })
  const token = new URL(data.url).searchParams.get('token') ?? ''
  await see('new password', `/reset-password?token=${token}`)
  await see('new password, mistake', '/reset-password', { form: { token, password: 'short' } })
  await see('new password, common', '/reset-password', { form: { token, password: 'password1234' } })
  await see('invitation, void', '/invitation?token=used')
  await see('second factor, too late', '/sign-in/second-factor', { form: { code: '123456' } })
  await see('no page', '/nowhere', { headers: { accept: 'text/html' } })
  await see('form twice', '/sign-in?x', { form: { email: '\0' } })
  await see('another name', '/sign-in', { headers: { host: 'evil.example' } })
  await see('body too large', '/sign-in', { form: { email: 'a'.repeat(40_000) } })
  await see('body of another kind', '/sign-in', { form: {}, headers: { 'content-type': 'application/json' } })
  for (let i = 0; i < 20; i++)
    await open(walk, instance.app).visit('/sign-in', { form: { email: 'x@example.com', password: 'x' } })
  await see('too many attempts', '/sign-in', { form: { email: 'x@example.com', password: 'x' } })
}
