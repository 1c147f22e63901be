import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runEverything } from './full-run/run.ts'
import { dumpDatabase } from './support/dump.ts'
import { type BareInstance, ENGINES, openBare } from './support/instance.ts'

/** Whoever reads the logs, or the database, gets nothing that opens anything. */
describe.each(ENGINES)('secrets after a complete run on %s', (engine) => {
  let instance: BareInstance
  let secrets: Set<string>
  let dump: Map<string, string>
  beforeAll(async () => {
    instance = await openBare(engine)
    secrets = await runEverything(instance)
    dump = await dumpDatabase(engine, instance.database)
  })
  afterAll(() => instance.close())

  /** The secrets that a text shows, as they are or in a form that is turned back by anybody. */
  function shownBy(text: string): string[] {
    const forms = (secret: string) => {
      const bytes = Buffer.from(secret)
      return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), encodeURIComponent(secret)]
    }
    return [...secrets].filter((secret) => forms(secret).some((form) => text.includes(form)))
  }

  test('of every kind were created', () => {
    const all = [...secrets].join('\n')
    for (const kind of ['hr_at_', 'hr_rt_', 'hr_ac_', 'hr_cs_', 'hr_key_', 'hr_session_', 'whsec_', 'typed-verifier-'])
      expect(all.includes(kind), kind).toBe(true)
    expect(all.match(/^typed-.*password/gm)).toHaveLength(5)
    expect(all.match(/^hr_at_/gm)).toHaveLength(5)
    expect(secrets.size).toBeGreaterThan(50)
  })

  test('appear in no log', () => {
    const lines = instance.logged.join('')
    for (const route of ['/setup', '/sign-in', '/oauth/authorize', '/oauth/token', '/oauth/revoke', '/mcp'])
      expect(lines).toContain(`"route":"${route}"`)
    expect(shownBy(lines)).toEqual([])
    expect(lines).not.toContain('"level":50')
  })

  test('appear in no column of any table', () => {
    for (const name of ['users', 'sessions', 'api_keys', 'oauth_clients', 'oauth_codes', 'oauth_refresh_tokens'])
      expect(dump.get(name)?.length, name).toBeGreaterThan(20)
    for (const name of ['recovery_codes', 'webhook_endpoints', 'idempotency_keys', 'audit_entries', 'oauth_grants'])
      expect(dump.get(name)?.length, name).toBeGreaterThan(20)
    expect([...dump.values()].filter((text) => text.includes('zoe@example.com')).length).toBeGreaterThan(1)
    for (const [name, text] of dump) expect(shownBy(text), name).toEqual([])
  })
})
