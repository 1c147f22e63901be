import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyEntry } from './credentials.ts'
import { entryFile } from './entry-file.ts'
import { seal, unseal } from './seal.ts'
import { openStore, type Store } from './store.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-bridge-store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const resource = new URL('https://a.example/mcp')
const open = (profile = 'default', store: 'file' | 'memory' = 'file') => openStore({ folder, resource, profile, store })
const put = (store: Store, value: string) =>
  store.exclusively(({ entry, write }) =>
    write({ ...entry, credentials: { registrations: {}, tokens: { access_token: value, obtained_at: 0 } } }),
  )
const get = async (store: Store) => (await store.read())?.credentials.tokens?.access_token

describe.each(['file', 'memory'] as const)('the %s store', (kind) => {
  test('stores what was written, with generations', async () => {
    const store = await open('default', kind)
    expect(await store.read()).toBeUndefined()
    await put(store, 'one')
    await put(store, 'two')
    expect(await get(store)).toBe('two')
    expect((await store.read())?.generation).toBe(2)
  })

  test('runs changes one after the other', async () => {
    const store = await open('default', kind)
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.exclusively(async ({ entry, write }) => {
          await write({ ...entry, history: { ...entry.history, failures: entry.history.failures + 1 } })
        }),
      ),
    )
    expect((await store.read())?.history.failures).toBe(20)
  })

  test('allows one sign-in at a time', async () => {
    const store = await open('default', kind)
    const lock = await store.signInLock()()
    expect(await store.signInLock()()).toBeUndefined()
    await lock?.release()
    expect(await store.signInLock()()).toBeDefined()
  })
})

test('the store: each profile and server has its own file', async () => {
  await put(await open('one'), '1')
  await put(await open('two'), '2')
  await put(await openStore({ folder, resource: new URL('https://b.example/mcp'), profile: 'one', store: 'file' }), '3')
  expect(await get(await open('one'))).toBe('1')
  expect(await get(await open('two'))).toBe('2')
})

test.skipIf(process.platform === 'win32')(
  'the store: files are private, and written completely or not at all',
  async () => {
    await put(await open(), 'x')
    const files = readdirSync(folder)
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
    expect(files.filter((file) => file.endsWith('.tmp'))).toEqual([])
  },
)

test('the store: sees writes and deletions of other processes', async () => {
  const [one, other] = [await open(), await open()]
  await put(one, 'x')
  expect(await get(other)).toBe('x')
  await put(one, 'y')
  expect(await get(other)).toBe('y')
  rmSync(folder, { recursive: true })
  expect(await other.read()).toBeUndefined()
  await put(other, 'z')
  expect(await get(one)).toBe('z')
})

test.each(['', '{', '[]', 'null', '{"version":99}', '{"version":1,"generation":"x"}'])(
  'the store: treats a broken file (%s) as missing',
  async (content) => {
    const store = await open()
    await put(store, 'x')
    const file = readdirSync(folder).find((name) => name.endsWith('.json')) ?? ''
    writeFileSync(join(folder, file), content)
    expect(await store.read()).toBeUndefined()
    await put(store, 'y')
    expect(await get(store)).toBe('y')
  },
)

test('the store: does not overwrite a newer write of another process', async () => {
  const store = await open()
  await put(store, 'x')
  const late = store.exclusively(async ({ entry, write }) => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    const path = join(folder, files[0] ?? '')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"generation":1', '"generation":7'))
    await write(entry)
  })
  await expect(late).rejects.toMatchObject({ code: 'timeout' })
})

test('the store: explains a folder that cannot be used', async () => {
  writeFileSync(join(folder, 'file'), '')
  const store = await openStore({ folder: join(folder, 'file'), resource, profile: 'default', store: 'file' })
  await expect(store.read()).rejects.toMatchObject({ code: 'store_unusable' })
  await expect(put(store, 'x')).rejects.toMatchObject({ code: 'store_unusable' })
})

describe('encryption of credentials', () => {
  const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const keychainOf = (own: Buffer) => ({ keychain: { key: async () => own, keyOrNew: async () => own } })

  test('decrypts unchanged data with the same key and context only', () => {
    const sealed = seal(key, 'a', 'text')
    expect(unseal(key, 'a', sealed)).toBe('text')
    expect(unseal(other, 'a', sealed)).toBeUndefined()
    expect(unseal(key, 'b', sealed)).toBeUndefined()
    const changed = Buffer.from(sealed, 'base64url')
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(unseal(key, 'a', changed.toString('base64url'))).toBeUndefined()
    expect(unseal(key, 'a', '')).toBeUndefined()
  })

  test('leaves no secret in the file, and binds it to issuer and resource', async () => {
    const file = entryFile(folder, 'a', keychainOf(key))
    const pin = { issuer: 'https://a.example', resource: resource.href }
    const entry = { ...emptyEntry(resource.href, 'default'), pin }
    const credentials = { registrations: {}, tokens: { access_token: 'very-secret', obtained_at: 0 } }
    await file.write({ ...entry, credentials })
    const path = join(folder, 'a.json')
    const content = readFileSync(path, 'utf8')
    expect(content).not.toContain('very-secret')
    expect((await file.read())?.credentials).toEqual(credentials)
    expect(await entryFile(folder, 'a', keychainOf(other)).read()).toBeUndefined()
    expect(await entryFile(folder, 'a', 'plain').read()).toBeUndefined()
    writeFileSync(path, content.replace('https://a.example"', 'https://evil.example"'))
    expect(await file.read()).toBeUndefined()
  })
})
