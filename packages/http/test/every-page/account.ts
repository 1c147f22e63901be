import { Secret, TOTP } from 'otpauth'
import type { Instance } from '../support/instance.ts'
import { addUser, open, PASSWORD, signedIn, type Walk } from './walk.ts'

export async function seeAccount(walk: Walk, instance: Instance): Promise<void> {
  const email = 'account@example.com'
  await addUser(instance, email)
  await signedIn(walk, instance, email)
  const { see, csrfOn, visit } = await signedIn(walk, instance, email)
  await see('home', '/')
  await see('account', '/account')
  const csrf = await csrfOn('/account')
  const act = (name: string, form: Record<string, string>, path = '/account') =>
    see(name, path, { form: { csrf, ...form } })
  await act('account, renamed', { action: 'profile', name: 'Konrad' })
  await act('account, no name', { action: 'profile', name: '' })
  await act('account, wrong password', { action: 'password', current_password: 'x', new_password: PASSWORD })
  await act('account, short password', { action: 'password', current_password: PASSWORD, new_password: 'x' })
  await act('account, no session', { action: 'end_session', id: '01900000-0000-7000-8000-000000000000' })
  await act('account, other sessions ended', { action: 'end_other_sessions' })
  await act('account, of another session', { csrf: 'x', action: 'profile', name: 'Mallory' })
  await see('second factor to be', '/account/second-factor')
  await act('second factor to be, wrong password', { password: 'wrong' }, '/account/second-factor')
  const offer = await act('second factor offered', { password: PASSWORD }, '/account/second-factor')
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(offer)?.[1] ?? '').replaceAll(' ', '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const wrong = String((Number(totp.generate()) + 500_000) % 1_000_000).padStart(6, '0')
  await act('second factor offered, wrong code', { code: wrong }, '/account/second-factor')
  await act('recovery codes', { code: totp.generate() }, '/account/second-factor')
  await act('second factor, there already', { password: PASSWORD }, '/account/second-factor')
  await see('account, protected', '/account')
  await act('account, wrong password for codes', { action: 'renew_recovery_codes', password: 'wrong' })
  await act('account, new codes', { action: 'renew_recovery_codes', password: PASSWORD })
  const other = open(walk, instance.app)
  await other.visit('/sign-in', { form: { email, password: PASSWORD } })
  await other.see('second factor', '/sign-in/second-factor')
  await other.see('second factor, wrong code', '/sign-in/second-factor', { form: { code: wrong } })
  await act('account, unprotected', { action: 'remove_second_factor', password: PASSWORD })
  await act('account, nothing to recover from', { action: 'renew_recovery_codes', password: PASSWORD })
  await act('account, new password', { action: 'password', current_password: PASSWORD, new_password: `${PASSWORD}!` })
  await see('connections, none', '/account/connections')
  await see('assistants', '/assistants')
  await visit('/sign-out', { form: { csrf } })
}
