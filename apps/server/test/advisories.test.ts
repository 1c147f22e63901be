import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

interface Acceptance {
  id: string
  package: string
  reason: string
  until: string
}

interface Given {
  accepted: Acceptance[]
  today: string
}

const script = (name: string) => import(new URL(`../../../scripts/${name}.mjs`, import.meta.url).href)
const { examineAdvisories, readAccepted } = await script('advisories')
const { prepareToolchain } = await script('toolchain')

const ADVISORY = {
  id: 1100001,
  url: 'https://advisories.example/GHSA-aaaa-bbbb-cccc',
  title: 'Reads what it must not',
  severity: 'high',
  vulnerable_versions: '<99.0.0',
}
const ACCEPTED = {
  id: 'GHSA-aaaa-bbbb-cccc',
  package: 'fastify',
  reason: 'we do not use the part',
  until: '2026-12-31',
}

/** A registry: what it answers to which packages have advisories; undefined where it has no such service. */
let answer: object | undefined
let asked: Record<string, string[]>[]
let address: string
let said: string[]
const registry = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString()
  if (request.method !== 'POST' || answer === undefined) return void response.writeHead(405).end('{}')
  asked.push(JSON.parse(body))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answer))
})
beforeAll(async () => {
  await once(registry.listen(0, '127.0.0.1'), 'listening')
  // A server on a port has such an address.
  const { port } = registry.address() as AddressInfo
  address = `http://127.0.0.1:${port}/`
  return () => registry.close()
})
beforeEach(() => {
  answer = { fastify: [ADVISORY] }
  said = []
  asked = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
})
afterEach(() => vi.restoreAllMocks())

async function examine(given: Partial<Given> = {}, ...flags: string[]): Promise<number> {
  const options = { accepted: [], today: '2026-11-28', ...given }
  return examineAdvisories(await prepareToolchain(), ['--registry', address, ...flags], options)
}

test('an advisory about a package that is installed with ours is told, with what to do', async () => {
  expect(await examine()).toBe(1)
  expect(asked[0]?.fastify).toEqual([expect.stringMatching(/^\d/)])
  expect(said.join('')).toMatch(
    /^high: Reads what it must not \(GHSA-aaaa-bbbb-cccc\): fastify [\d.]+ by packages\S+ > fastify; mended in >=99\.0\.0\. https:.*\n1 advisories, 1 to act on\n$/,
  )
})

test('one that is accepted is not, until its last day', async () => {
  expect(await examine({ accepted: [ACCEPTED] })).toBe(0)
  expect(await examine({ accepted: [ACCEPTED], today: '2026-12-31' })).toBe(0)
  expect(await examine({ accepted: [ACCEPTED], today: '2027-01-01' })).toBe(1)
  expect(said.join('')).toContain('accepted until 2026-12-31 (we do not use the part)')
  expect(await examine({ accepted: [{ ...ACCEPTED, package: 'zod' }] })).toBe(1)
})

test('an acceptance of what no longer concerns a package is to be removed', async () => {
  answer = {}
  expect(await examine()).toBe(0)
  expect(await examine({ accepted: [ACCEPTED] })).toBe(1)
  expect(said.join('')).toContain('remove it from scripts/accepted-advisories.json')
})

test('a registry without such a service is told, and fails where an answer is required', async () => {
  answer = undefined
  expect(await examine()).toBe(0)
  expect(said.join('')).toBe('The registry does not answer which advisories there are: nothing was examined.\n')
  expect(await examine({}, '--required')).toBe(1)
})

test('what is accepted has a reason and a last day', () => {
  expect(readAccepted()).toEqual(expect.any(Array))
})
