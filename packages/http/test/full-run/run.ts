import { type BareInstance, inject } from '../support/instance.ts'
import { runApplications } from './applications.ts'
import { runKeys } from './keys.ts'
import { runPeople } from './people.ts'
import type { Running } from './running.ts'

/** As what the service gives out can be recognised. */
const ISSUED = /\b(?:hr_(?:at|rt|key|ac|cs|session)_[\w-]{43}|whsec_[\w+/=]{20,})/g

/** Everything that people and programs do with secrets. @returns every secret that was issued or typed */
export async function runEverything(instance: BareInstance): Promise<Set<string>> {
  const secrets = new Set<string>()
  const keep: Running['keep'] = (secret = '') => {
    if (secret.length < 8) throw new Error(`This is no secret to look for: "${secret}"`)
    secrets.add(secret)
    return secret
  }
  instance.app.addHook('onSend', async (_request, reply, payload) => {
    const said = `${JSON.stringify(reply.getHeaders())} ${payload}`
    for (const [secret] of said.matchAll(ISSUED)) keep(secret)
  })
  const call: Running['call'] = async (path, { status, ...sent } = {}) => {
    const answer = await inject(instance.app, { path, token: null, ...sent })
    if (status === undefined || status === answer.status) return answer
    throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`)
  }
  const send: Running['send'] = (path, fields, status) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
      ...(status !== undefined && { status }),
    })

  const running: Running = { ...instance, keep, call, send }
  const ada = await runPeople(running)
  await runKeys(running, ada.workspace_id)
  await runApplications(running, ada)
  await instance.handrail.upkeep()
  return secrets
}
