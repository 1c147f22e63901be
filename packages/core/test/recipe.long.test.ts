import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../../test/built.ts'
import { type CheckoutCopy, copyCheckout } from './checkout-copy.ts'

// Follows CONTRIBUTING.md on adding a resource and a page of the console, literally, in a copy of the checkout; the
// tests build on each other, so that the checks and the counting tests run once.
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const recipe = sectionOf(page, 'Adding a resource')
const pageRecipe = sectionOf(page, 'Adding a page of the console')
const core = 'packages/core/src'
const consoleSource = 'apps/console/src'
const samples = join(root, 'packages/core/test/sample-resource')

let copy: CheckoutCopy
let original: ReadonlyMap<string, string>
beforeAll(() => {
  copy = copyCheckout()
  original = copy.snapshot()
}, 120_000)
afterAll(() => copy.remove())

test('a new field of a contact takes changes in three places', { timeout: 300_000 }, async () => {
  const before = copy.snapshot()
  const field =
    "  nickname: writable(optionalVisibleName().nullish().describe('What friends say'), z.string().nullable(), null),\n"
  copy.edit(`${core}/contacts/contact.ts`, '  external_id: writable(', `${field}  external_id: writable(`)
  // The compiler reports a missing column and example, of the folder alone here: the last test checks all types.
  const folder = `"include": ["${core}/contacts"], "exclude": ["**/*.test.ts"]`
  copy.write('tsconfig.contacts.json', `{ "extends": "./tsconfig.base.json", ${folder} }\n`)
  await expect(typesHold('tsconfig.contacts.json')).rejects.toMatchObject({
    stdout: expect.stringMatching(/contacts\/(store|resource)\.ts/),
  })
  copy.edit(
    `${core}/storage/tables/contacts.ts`,
    '      last_name: text().notNull(),',
    '      last_name: text().notNull(),\n      nickname: text(),',
  )
  copy.edit(`${core}/contacts/resource.ts`, '  external_id: null,', "  nickname: 'Zo',\n  external_id: null,")
  await migrate('nickname')
  expect(copy.changedSince(before).filter((file) => !file.includes('/migrations/'))).toEqual([
    `${core}/contacts/contact.ts`,
    `${core}/contacts/resource.ts`,
    `${core}/storage/tables/contacts.ts`,
  ])
})

test('a new resource takes a folder, a table with its migrations, and a line in three lists', async () => {
  const before = copy.snapshot()
  addResource('flat', 'tags', ['listTags', 'getTag', 'createTag', 'updateTag', 'deleteTag'])
  await migrate('tags')
  expectListed(copy.changedSince(before), 'tags')
}, 120_000)

test('a new nested resource with two tools takes the same', async () => {
  expect(recipe).toContain("`within: 'contacts'`")
  const before = copy.snapshot()
  addResource('nested', 'notes', ['listNotes', 'getNote', 'createNote', 'updateNote', 'deleteNote'])
  await migrate('notes')
  expectListed(copy.changedSince(before), 'notes')
}, 120_000)

test('a new page of the console takes a folder, its texts in each language, a path, a route and a link', () => {
  const before = copy.snapshot()
  const sample = (name: string) => readFileSync(join(samples, 'nested/page', `${name}.sample`), 'utf8')
  copy.write(`${consoleSource}/features/notes/notes.tsx`, sample('notes.tsx'))
  for (const language of ['en', 'de']) {
    copy.write(`${consoleSource}/i18n/${language}/notes.ts`, sample(`${language}.ts`))
    const list = `${consoleSource}/i18n/${language}.ts`
    copy.edit(list, 'import { files,', `import { notes } from './${language}/notes.ts'\nimport { files,`)
    copy.edit(list, '  contacts,\n', '  contacts,\n  notes,\n')
  }
  copy.edit(`${consoleSource}/app/paths.ts`, "  '/contacts/$id',\n", "  '/contacts/$id',\n  '/contacts/$id/notes',\n")
  copy.edit(
    `${consoleSource}/app/routes.tsx`,
    "  '/organisations': page(",
    "  '/contacts/$id/notes': page(() => import('../features/notes/notes.tsx'), 'NotesPage'),\n  '/organisations': page(",
  )
  copy.edit(
    `${consoleSource}/features/contacts/detail/contact-page.tsx`,
    '        <div className="acts">\n',
    `        <div className="acts">\n${sample('link')}`,
  )
  const changed = copy.changedSince(before)
  expect(changed).toEqual([
    `${consoleSource}/app/paths.ts`,
    `${consoleSource}/app/routes.tsx`,
    `${consoleSource}/features/contacts/detail/contact-page.tsx`,
    `${consoleSource}/features/notes/notes.tsx`,
    `${consoleSource}/i18n/de.ts`,
    `${consoleSource}/i18n/de/notes.ts`,
    `${consoleSource}/i18n/en.ts`,
    `${consoleSource}/i18n/en/notes.ts`,
  ])
  for (const named of ['app/paths.ts', 'app/routes.tsx', 'features/', 'i18n/en', 'i18n/de'])
    expect(pageRecipe).toContain(named)
})

test('with all of them, the checks and the tests that count scopes, operations, tools, tables and texts pass', async () => {
  expect(recipe).toContain('npm run format')
  // Of what has changed: the check looks at all.
  const changed = copy.changedSince(original).filter((file) => /\.tsx?$/.test(file))
  await copy.node([join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '--write', ...changed])
  await copy.node([
    '--input-type=module',
    '--eval',
    `import { runChecks, staticChecks } from './scripts/checks.mjs'
process.exitCode = await runChecks({ node: process.execPath, environment: process.env }, staticChecks)`,
  ])
  copy.write(`${core}/contacts/nickname.test.ts`, NICKNAME_TEST)
  // The public surface has changed: its test alone fails, until the command of the page has recorded it.
  const counted = runTests(
    [
      '--testNamePattern=^(?!.*postgres)',
      `${core}/contract`,
      `${core}/tables.test.ts`,
      `${core}/exports/exports.test.ts`,
      `${core}/webhooks/events`,
      'packages/http/src/rest/contract.test.ts',
      'packages/http/src/openapi/openapi.test.ts',
      'packages/http/src/surface.test.ts',
      'packages/http/src/console/',
      'packages/http/src/mcp/',
      'packages/http/src/oauth/metadata.test.ts',
      'packages/http/src/oauth/authorize/authorize.test.ts',
      'packages/http/src/oauth/denials.test.ts',
      'apps/console/src',
      // The protocol of MCP, streams of events and the editor of guides have nothing of a resource.
      '--exclude=**/mcp/protocol/**',
      '--exclude=**/{connected,changes/changes,fan-out/fan-out,stream/connection}.test.ts',
      '--exclude=**/guides/editor/**',
      // It needs arguments of each tool in its stage, as the recipe says.
      '--exclude=**/mcp/tools/hostile.test.ts',
    ],
    // Those that count have the same to count on both engines.
    { HANDRAIL_TEST_POSTGRES: 'none' },
  )
  const surface = 'packages/http/src/surface.test.ts'
  const { stdout } = await counted.then(
    () => ({ stdout: '' }),
    (error: { stdout: string }) => error,
  )
  expect(new Set(stdout.match(/(?<=^failed {2})[^:]+/gm)), stdout).toEqual(new Set([surface]))
  expect(recipe).toContain(`pnpm vitest run ${surface} -u`)
  await runTests([
    `${core}/tags`,
    `${core}/notes`,
    `${core}/contacts/nickname.test.ts`,
    'packages/core/test/every-field',
    surface,
    '-u',
  ])
}, 1_500_000)

/** Follows the recipe, except for the migrations. */
function addResource(form: 'flat' | 'nested', name: string, operations: readonly string[]): void {
  const sample = join(samples, form)
  for (const file of readdirSync(sample).filter((entry) => entry.endsWith('.ts.sample'))) {
    const source = file.replace('.sample', '')
    if (form === 'flat') expect(recipe).toContain(`\`${source}\``)
    copy.write(`${core}/${name}/${source}`, readFileSync(join(sample, file), 'utf8'))
  }
  const tables = `${core}/storage/tables/contacts.ts`
  copy.edit(tables, '\n  return { ', `\n${readFileSync(join(sample, 'table.sample'), 'utf8')}\n  return { ${name}, `)
  copy.edit(`${core}/contract/contracts.ts`, '] as const', `  ${name}Contract,\n] as const`)
  copy.edit(
    `${core}/contract/contracts.ts`,
    '\n/** ',
    `import { ${name}Contract } from '../${name}/contract.ts'\n\n/** `,
  )
  copy.edit(`${core}/resources.ts`, '} satisfies', `  ${name},\n} satisfies`)
  copy.edit(
    `${core}/resources.ts`,
    'import { ownWorkspace, workspaces }',
    `import { ${name} } from './${name}/resource.ts'\nimport { ownWorkspace, workspaces }`,
  )
  const list = operations.join(', ')
  copy.edit(`${core}/operations/contacts.ts`, '\n}\n', `\n  ${list},\n}\n`)
  copy.edit(`${core}/operations/contacts.ts`, '\n/** ', `import { ${list} } from '../${name}/operations.ts'\n\n/** `)
}

/** Expects that only files named by the recipe have changed beside the folder of a resource. */
function expectListed(changed: readonly string[], name: string): void {
  const lists = changed.filter((file) => !file.startsWith(`${core}/${name}/`) && !file.includes('/migrations/'))
  expect(lists).toEqual([
    `${core}/contract/contracts.ts`,
    `${core}/operations/contacts.ts`,
    `${core}/resources.ts`,
    `${core}/storage/tables/contacts.ts`,
  ])
  for (const file of lists) expect(recipe).toContain(file)
}

/** The field is stored, updated, and part of events, without being named anywhere else. */
const NICKNAME_TEST = `
import { expect, test } from 'vitest'
import { ENGINES, eventsOf, openInstance } from '../../test/instance.ts'
import { operations } from '../index.ts'

const { createContact, getContact, updateContact } = operations

test.each(ENGINES)('a nickname on %s', async (engine) => {
  const instance = await openInstance(engine)
  const contact = { email: 'zoe@example.com', first_name: 'Zoe', nickname: 'Zo' }
  const { data } = await instance.acme.invoke(createContact, contact)
  expect((await instance.acme.invoke(getContact, { id: data.id })).data.nickname).toBe('Zo')
  await instance.acme.invoke(updateContact, { id: data.id, nickname: 'Z' })
  expect((await instance.acme.invoke(getContact, { id: data.id })).data.nickname).toBe('Z')
  expect((await eventsOf(instance, instance.acme)).map(({ data }) => data.nickname)).toEqual(['Zo', 'Z'])
  await instance.close()
})
`

function sectionOf(text: string, title: string): string {
  return text.split(/^## /m).find((section) => section.startsWith(title)) ?? ''
}

/** The command of the page, with another name. */
async function migrate(name: string): Promise<void> {
  expect(recipe).toContain('pnpm migration tags')
  const { scripts } = JSON.parse(copy.read('packages/core/package.json'))
  const [, script = ''] = /^node (\S+)$/.exec(scripts.migration) ?? []
  await copy.node([script, name], { folder: 'packages/core' })
}

async function typesHold(project: string): Promise<void> {
  await copy.node([join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--checkers', '1'])
}

/** In one process: each loads all sources anew. @throws with its `stdout` if one fails */
async function runTests(args: readonly string[], environment: Record<string, string> = {}): Promise<void> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  // The run that this test is a part of may be one of long tests alone.
  const own = { NO_COLOR: '1', HANDRAIL_TESTS: '' }
  await copy.node([vitest, 'run', '--maxWorkers=1', ...args], { environment: { ...own, ...environment } })
}
