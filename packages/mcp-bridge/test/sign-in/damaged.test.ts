import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { status } from '../../src/commands/status.ts'
import { isObject, type JsonObject } from '../../src/json.ts'
import { useAuthorizations } from '../support/authorizations.ts'
import { call } from '../support/calls.ts'

const fixture = useAuthorizations()

/** The places of all values in it. */
function* placesIn(value: unknown, place: string[] = []): Generator<string[]> {
  if (place.length > 0) yield place
  if (isObject(value)) for (const [name, inner] of Object.entries(value)) yield* placesIn(inner, [...place, name])
}

function withValue(entry: JsonObject, [first = '', ...rest]: string[], value: unknown): JsonObject {
  const inner = entry[first]
  return { ...entry, [first]: rest.length > 0 && isObject(inner) ? withValue(inner, rest, value) : value }
}

const WRONG = [null, 7, '', 'nonsense', [], {}, true, undefined]

test('stored credentials with any single damaged byte are usable, or replaced by signing in', async () => {
  const server = await fixture.start()
  const first = fixture.open(server)
  await fixture.signIn(first)
  server.expireAll()
  await first.renew({ token: (await first.token())?.value, challenge: 'Bearer' })
  const [name = ''] = readdirSync(fixture.folder()).filter((file) => /[0-9a-f]{24}\.json$/.test(file))
  const file = join(fixture.folder(), name)
  const intact = readFileSync(file, 'utf8')
  const entry = JSON.parse(intact)
  const damaged = [...placesIn(entry)].flatMap((place) =>
    WRONG.map((value): [string, string] => [
      `${place.join('.')} = ${JSON.stringify(value)}`,
      JSON.stringify(withValue(entry, place, value)),
    ]),
  )
  const cut = [0, 1, 30, intact.length - 9].map((length): [string, string] => [
    `cut at ${length}`,
    intact.slice(0, length),
  ])
  expect(damaged.length).toBeGreaterThan(150)
  for (const [what, text] of [...damaged, ...cut]) {
    writeFileSync(file, text)
    const authorization = fixture.open(server)
    const io = { print: () => undefined, say: () => undefined, readLine: async () => undefined }
    await status({ resource: server.url, profile: 'default', folder: fixture.folder(), store: 'file' }, io)
    const before = await call(server, authorization)
    expect([200, 401], what).toContain(before)
    if (before === 401) await (await authorization.signIn({ openBrowser: true, byPerson: true })).done
    expect(await call(server, authorization), what).toBe(200)
    await authorization.close()
  }
}, 120_000)
