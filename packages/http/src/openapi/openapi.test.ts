import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { OPERATIONS } from '@handrail/core/internal'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Instance, openInstance, PUBLIC_URL } from '../../test/support/instance.ts'
import { isRouted } from '../rest/routed.ts'
import { openapiDocument } from './document.ts'
import { exampleAnswer } from './examples.ts'

const document = JSON.stringify(openapiDocument({ publicUrl: PUBLIC_URL }))

test("the OpenAPI document passes Spectral's rules", async () => {
  const linter = new spectral.Spectral()
  // Its own rules are not of the type that it declares for rules. An instance has no address for contact to print.
  const recommended = [oas as unknown as RulesetDefinition, 'recommended'] as const
  linter.setRuleset({ extends: [[...recommended]], rules: { 'info-contact': 'off' } })
  const findings = await linter.run(document)
  expect(findings.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)).toEqual([])
})

test("the OpenAPI document passes Redocly's recommended rules", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-openapi-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, document)
  const { bin, path } = redocly()
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const run = promisify(execFile)(process.execPath, [join(path, bin), 'lint', '--format', 'json', file], { env })
  const { stdout } = await run.catch((failed: { stdout: string }) => failed)
  rmSync(folder, { recursive: true })
  const { problems }: { problems: { ruleId: string; message: string }[] } = JSON.parse(stdout)
  expect(problems.filter((problem) => !isToldApart(problem))).toEqual([])
})

/** Of a path with a literal in the place of an id: the linter does not see that an id is a UUID, which no such word is. */
function isToldApart({ ruleId, message }: { ruleId: string; message: string }): boolean {
  const [, resource] = /`\/(\w+)\/by_external_id\/\{external_id\}`/.exec(message) ?? []
  const [, other] = /`\/(\w+)\/\{id\}\/\w+`/.exec(message) ?? []
  return ruleId === 'no-ambiguous-paths' && resource !== undefined && resource === other
}

function redocly(): { bin: string; path: string } {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('@redocly/cli/package.json')
  return { bin: require(manifest).bin.redocly, path: dirname(manifest) }
}

test.each(OPERATIONS.filter(isRouted).map((operation) => [operation.name, operation] as const))(
  'the example of an answer of %s matches its schema',
  (_name, operation) => {
    if (operation.status === 204) return
    const example = exampleAnswer(operation)
    expect(operation.output.parse(example)).toStrictEqual(example)
  },
)

test('every body has a name, optional bodies are marked, and no limit is the largest number', () => {
  const { paths, components } = JSON.parse(document)
  const rotate = paths['/webhook_endpoints/{id}/rotate_secret'].post
  expect([rotate.requestBody.required, paths['/contacts'].post.requestBody.required]).toEqual([false, true])
  expect(paths['/contacts'].post.requestBody.content['application/json']).toMatchObject({
    schema: { $ref: '#/components/schemas/CreateContactRequest' },
    example: { contact: { email: 'zoe@harbour.example' } },
  })
  expect(components.schemas.CreateContactRequest).toMatchObject({
    required: ['contact'],
    properties: { contact: { $ref: '#/components/schemas/CreateContactFields' } },
  })
  const perPage = paths['/contacts'].get.parameters.find(({ name }: { name: string }) => name === 'per_page')
  expect(perPage.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 25 })
  expect(document).not.toContain(String(Number.MAX_SAFE_INTEGER))
  expect(Object.keys(components.schemas)).not.toContain('Error')
  expect(paths['/webhook_endpoints/{id}/test'].post.responses).toHaveProperty('415')
  expect(paths['/contacts'].get.security).toEqual([{ bearer: [] }, { oauth: ['contacts_read'] }])
  expect(components.securitySchemes.oauth.flows.authorizationCode.scopes).toMatchObject({
    contacts_read: 'Read contacts',
  })
})

describe('the reference', () => {
  let instance: Instance
  beforeAll(async () => {
    instance = await openInstance('sqlite')
  })
  afterAll(() => instance.close())

  test('serves the document to everybody, and builds it once', async () => {
    const path = '/api/v1/openapi.json'
    const first = await instance.call({ path, token: null, headers: { origin: 'https://editor.example' } })
    expect(first.body).toEqual(JSON.parse(document))
    expect(first.headers['access-control-allow-origin']).toBe('*')
    const again = await instance.call({ path, headers: { 'if-none-match': first.headers.etag ?? '' } })
    expect(again.status).toBe(304)
  })

  test('serves a page that loads nothing from other sites', async () => {
    const page = await instance.call({ path: '/docs', token: null })
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self';")
    expect(page.text).not.toMatch(/https?:|<script>/)
    const scripts = [...page.text.matchAll(/<script src="([^"]+)"/g)].map(([, source = '']) => source)
    expect(scripts).toEqual(['/docs/viewer.js', '/docs/start.js'])
    for (const path of scripts) {
      const script = await instance.call({ path, token: null })
      expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    }
    const viewer = await instance.app.inject('/docs/viewer.js')
    expect(viewer.rawPayload.length).toBeGreaterThan(500_000)
  })
})
