import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../../test/built.ts'

// What CONTRIBUTING.md says about adding a resource is done here to a copy of the checkout, to the letter; the tests build on each
// other, so that the types and the contract are looked at once.
const run = promisify(execFile)
const recipe = sectionOf(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'), 'Adding a resource')
const core = 'packages/core/src'
const samples = join(root, 'packages/core/test/sample-resource')

let copy = ''
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'handrail-recipe-'))
  for (const file of sources()) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  for (const folder of ['', 'packages/core', 'packages/http']) linkDependencies(folder)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a field of a contact is written in three places', { timeout: 300_000 }, async () => {
  const before = snapshot()
  const field = "  nickname: writable(text().nullish().describe('What friends say'), z.string().nullable(), null),\n"
  edit(`${core}/contacts/contact.ts`, '  external_id: writable(', `${field}  external_id: writable(`)
  // Without its column and its example, the compiler says so.
  await expect(typesHold()).rejects.toMatchObject({ stdout: expect.stringMatching(/contacts\/(store|resource)\.ts/) })
  edit(
    `${core}/storage/tables/contacts.ts`,
    '      last_name: text().notNull(),',
    '      last_name: text().notNull(),\n      nickname: text(),',
  )
  edit(`${core}/contacts/resource.ts`, '  external_id: null,', "  nickname: 'Zo',\n  external_id: null,")
  await migrate('nickname')

  expect(difference(before).filter((file) => !file.includes('/migrations/'))).toEqual([
    `${core}/contacts/contact.ts`,
    `${core}/contacts/resource.ts`,
    `${core}/storage/tables/contacts.ts`,
  ])
})

test('a resource is a folder, a table with its migrations, and a line in three lists', {
  timeout: 300_000,
}, async () => {
  const before = snapshot()
  addResource('flat', 'tags', ['listTags', 'getTag', 'createTag', 'updateTag', 'deleteTag'])
  await migrate('tags')
  expectListed(difference(before), 'tags')
})

test('so is one within another', { timeout: 300_000 }, async () => {
  expect(recipe).toContain("`within: 'contacts'`")
  const before = snapshot()
  addResource('nested', 'notes', ['listNotes', 'getNote', 'createNote', 'updateNote', 'deleteNote'])
  await migrate('notes')
  expectListed(difference(before), 'notes')
})

/** Does what the recipe says, but for the migrations. */
function addResource(form: 'flat' | 'nested', name: string, operations: readonly string[]): void {
  const sample = join(samples, form)
  for (const file of readdirSync(sample).filter((entry) => entry.endsWith('.ts.sample'))) {
    const source = file.replace('.sample', '')
    if (form === 'flat') expect(recipe).toContain(`\`${source}\``)
    write(`${core}/${name}/${source}`, readFileSync(join(sample, file), 'utf8'))
  }
  const tables = `${core}/storage/tables/contacts.ts`
  edit(tables, '\n  return { ', `\n${readFileSync(join(sample, 'table.sample'), 'utf8')}\n  return { ${name}, `)
  edit(`${core}/contract/contracts.ts`, '] as const', `  ${name}Contract,\n] as const`)
  edit(`${core}/contract/contracts.ts`, '\n/** ', `import { ${name}Contract } from '../${name}/contract.ts'\n\n/** `)
  edit(`${core}/resources.ts`, '} satisfies', `  ${name},\n} satisfies`)
  edit(
    `${core}/resources.ts`,
    'import { workspaces }',
    `import { ${name} } from './${name}/resource.ts'\nimport { workspaces }`,
  )
  const list = operations.join(', ')
  edit(`${core}/operations.ts`, 'export const operations = {', `export const operations = {\n  ${list},`)
  edit(`${core}/operations.ts`, '\n/** ', `import { ${list} } from './${name}/operations.ts'\n\n/** `)
}

/** What was changed beside the folder of a resource is what the recipe names. */
function expectListed(changed: readonly string[], name: string): void {
  const lists = changed.filter((file) => !file.startsWith(`${core}/${name}/`) && !file.includes('/migrations/'))
  expect(lists).toEqual([
    `${core}/contract/contracts.ts`,
    `${core}/operations.ts`,
    `${core}/resources.ts`,
    `${core}/storage/tables/contacts.ts`,
  ])
  for (const file of lists) expect(recipe).toContain(file)
}

test('with all of them, the types hold and the tests pass', { timeout: 300_000 }, async () => {
  await typesHold()
  write(`${core}/contacts/nickname.test.ts`, NICKNAME_TEST)
  await testsPass(
    `${core}/tags`,
    `${core}/notes`,
    `${core}/contacts/nickname.test.ts`,
    `${core}/storage/migrations.test.ts`,
    `${core}/contract`,
    `${core}/tables.test.ts`,
    `${core}/webhooks/events`,
    'packages/http/src/rest/contract.test.ts',
    'packages/http/src/openapi',
  )
})

/** The field is kept, changed, and told of, without a word about it anywhere else. */
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

function sectionOf(page: string, title: string): string {
  return page.split(/^## /m).find((section) => section.startsWith(title)) ?? ''
}

/** What git knows of the packages that the recipe is about, and what lies at the root. */
function sources(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '--', 'packages/core', 'packages/http', 'test', ':(glob)*'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  return listed
    .trim()
    .split('\n')
    .filter((file) => existsSync(join(root, file)))
}

/** The dependencies of the checkout; but our own packages are those of the copy. */
function linkDependencies(folder: string): void {
  const installed = join(root, folder, 'node_modules')
  const linked = join(copy, folder, 'node_modules')
  mkdirSync(join(linked, '@handrail'), { recursive: true })
  for (const name of readdirSync(installed).filter((entry) => entry !== '@handrail'))
    symlinkSync(join(installed, name), join(linked, name))
  if (folder === 'packages/http') symlinkSync(join(copy, 'packages/core'), join(linked, '@handrail/core'))
}

function write(file: string, content: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true })
  writeFileSync(join(copy, file), content)
}

function edit(file: string, from: string, to: string): void {
  const content = readFileSync(join(copy, file), 'utf8')
  expect(content, file).toContain(from)
  write(file, content.replace(from, to))
}

function snapshot(): Map<string, string> {
  const files = readdirSync(join(copy, 'packages'), { recursive: true, encoding: 'utf8', withFileTypes: true })
  return new Map(
    files
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(copy.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8')]
      }),
  )
}

function difference(before: Map<string, string>): string[] {
  return [...snapshot()]
    .filter(([file, content]) => before.get(file) !== content)
    .map(([file]) => file)
    .sort()
}

/** As the page says it, but for the name. */
async function migrate(name: string): Promise<void> {
  expect(recipe).toContain('pnpm migration tags')
  const { scripts } = JSON.parse(readFileSync(join(copy, 'packages/core/package.json'), 'utf8'))
  const [, script = ''] = /^node (\S+)$/.exec(scripts.migration) ?? []
  await run(process.execPath, [script, name], { cwd: join(copy, 'packages/core') })
}

async function typesHold(): Promise<void> {
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.', '--checkers', '1'], {
    cwd: copy,
  })
}

async function testsPass(...files: string[]): Promise<void> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  await run(process.execPath, [vitest, 'run', ...files], { cwd: copy, env: { ...process.env, VITEST: '' } })
}
