import { operations } from '@handrail/core'
import { Secret, TOTP } from 'otpauth'
import { type Browsing, openBrowsing } from '../support/browsing.ts'
import { PUBLIC_URL } from '../support/instance.ts'
import type { Fields, Running } from './running.ts'

const { createInvitation, issuePasswordLink, issueSetUpLink, listWorkspaces } = operations

const ADA = 'ada@example.com'
const GRACE = 'grace@example.com'

/** Whoever has set the instance up, signed in. */
export interface Owner {
  browsing: Browsing
  workspace_id: string
}

/** The set-up, a second factor, sign-ins, an invitation, new passwords. */
export async function runPeople(running: Running): Promise<Owner> {
  const { app, handrail, keep } = running
  const operator = await handrail.asSystem()
  const browsing = openBrowsing(app)
  const password = keep('typed-password-of-ada')
  const { data: link } = await operator.invoke(issueSetUpLink, {})
  await browsing.visit(link.url.replace(PUBLIC_URL, ''))
  const account = { token: tokenOf(running, link.url), name: 'Ada', workspace: 'Engines', email: ADA, password }
  await submit(running, browsing, '/setup', account)
  const [code = ''] = await addSecondFactor(running, browsing, password)
  await submit(running, browsing, '/sign-out', { csrf: await browsing.csrfOn('/account') })

  const wrong = { email: ADA, password: keep('typed-wrong-password') }
  await submit(running, browsing, '/sign-in', wrong, 403)
  await submit(running, browsing, '/sign-in', { email: ADA, password })
  await submit(running, browsing, '/sign-in/second-factor', { code: keep('typed-wrong-code') }, 403)
  await submit(running, browsing, '/sign-in/second-factor', { code })

  const [workspace] = (await operator.invoke(listWorkspaces, {})).data
  const workspace_id = workspace?.id ?? ''
  const inviter = await handrail.asSystem(workspace_id)
  await join(running, (await inviter.invoke(createInvitation, { email: GRACE, role: 'admin' })).data.url)
  return { browsing, workspace_id }
}

/** @returns the recovery codes */
async function addSecondFactor(running: Running, browsing: Browsing, password: string): Promise<string[]> {
  const { keep } = running
  const path = '/account/second-factor'
  const csrf = keep(await browsing.csrfOn('/account'))
  await submit(running, browsing, path, { csrf, password })
  const offer = (await browsing.visit(path)).payload
  const secret = keep(/<code>([A-Z2-7 ]{30,})<\/code>/.exec(offer)?.[1]?.replaceAll(' ', ''))
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const shown = (await submit(running, browsing, path, { csrf, code }, 200)).payload
  const codes = [...shown.matchAll(/<code>([a-z0-9-]{19})<\/code>/g)].map(([, recovery]) => keep(recovery))
  for (const recovery of codes) keep(recovery.replaceAll('-', ''))
  return codes
}

/** Somebody is invited, forgets the password, and changes the new one. */
async function join(running: Running, invitation: string): Promise<void> {
  const { app, handrail, keep } = running
  const browsing = openBrowsing(app)
  const token = tokenOf(running, invitation)
  await browsing.visit(`/invitation?token=${token}`)
  await submit(running, browsing, '/invitation', { token, name: 'Grace', password: keep('typed-password-of-grace') })

  const { data } = await (await handrail.asSystem()).invoke(issuePasswordLink, { email: GRACE })
  await browsing.visit(data.url.replace(PUBLIC_URL, ''))
  const password = keep('typed-new-password-of-grace')
  await submit(running, browsing, '/reset-password', { token: tokenOf(running, data.url), password })

  const csrf = keep(await browsing.csrfOn('/account'))
  const change = { current_password: password, new_password: keep('typed-third-password-of-grace') }
  await submit(running, browsing, '/account', { csrf, action: 'password', email: GRACE, ...change }, 200)
}

/** Sends a form as a browser does. What the browser keeps afterwards are sessions, known devices and tickets. */
async function submit({ keep }: Running, browsing: Browsing, path: string, form: Fields, status = 303) {
  const response = await browsing.visit(path, { form })
  for (const value of browsing.cookies.values()) keep(decodeURIComponent(value))
  if (response.statusCode === status) return response
  throw new Error(`${path} was answered with ${response.statusCode}: ${response.payload}`)
}

function tokenOf({ keep }: Running, url: string): string {
  return keep(URL.parse(url)?.searchParams.get('token') ?? '')
}
