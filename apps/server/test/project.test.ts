import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const { HOME, addressesOf }: { HOME: string; addressesOf: (folder: string, home?: string) => object } = await import(
  new URL('../../../scripts/project.mjs', import.meta.url).href
)
const { PUBLISHED_PAGES, whenPublished }: WhenPublished = await import(
  new URL('../../../scripts/when-published.mjs', import.meta.url).href
)

interface WhenPublished {
  PUBLISHED_PAGES: readonly string[]
  whenPublished: (page: string, text: string, home?: string) => string
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const list = (folder: string) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)

interface Manifest {
  name: string
  scripts?: Record<string, string>
}

/** The folders of all packages; that of the workspace is empty. */
const PACKAGES = ['', 'bench', ...list('packages'), ...list('apps')].filter((folder) =>
  existsSync(join(ROOT, folder, 'package.json')),
)
const manifestOf = (folder: string): Manifest => JSON.parse(read(join(folder, 'package.json')))
const scriptsOf = (folders: readonly string[]) =>
  new Set(folders.flatMap((folder) => Object.keys(manifestOf(folder).scripts ?? {})))

test.each(PACKAGES)(
  'the package in "%s" has its licence and keywords; its address is added when it is packed',
  (folder) => {
    const manifest = manifestOf(folder)
    expect(manifest).toMatchObject({ license: 'MIT', keywords: expect.arrayContaining([expect.any(String)]) })
    for (const field of ['homepage', 'bugs', 'repository']) expect(manifest).not.toHaveProperty(field)
  },
)

describe('the address of the project', () => {
  const somewhere = 'https://git.example/ours/handrail'
  const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.(md|mjs|json|ya?ml|service|timer)$|file$/.test(path) && !/pnpm-lock|package-lock/.test(path))

  test('is in one constant: no manifest, unit, template or page has another one, or one of a registry', () => {
    expect(tracked.length).toBeGreaterThan(100)
    const elsewhere = tracked.filter((path) => /github\.com\/handrail|npmjs\.com\/package\/@?handrail/.test(read(path)))
    expect(elsewhere).toEqual([])
    if (HOME !== '') return
    expect(addressesOf('packages/core')).toEqual({})
    // What a registry has by our names is somebody else's as long as nothing is published.
    const fetched =
      /\bnpx (?:-y |--yes )?(?:handrail|@handrail\/)|npm (?:i|install) (?:-g |--global )?@?handrail(?:\/|\b)/
    const documents = tracked.filter((path) =>
      /^(README\.md|docs\/|deploy\/|(?:apps|packages)\/[\w-]+\/README\.md)/.test(path),
    )
    expect(documents.filter((path) => fetched.test(read(path)))).toEqual([])
  })

  test.each(PUBLISHED_PAGES)('%s has the section of a published release as the constant says', (page) => {
    expect(read(page)).toBe(whenPublished(page, read(page)))
    const filled = whenPublished(page, read(page), somewhere)
    expect(filled).toMatch(/## When published\n[\s\S]*@?handrail/)
    expect(whenPublished(page, filled, '')).toBe(whenPublished(page, read(page), ''))
    expect(addressesOf('packages/core', somewhere)).toEqual({
      homepage: `${somewhere}/tree/main/packages/core#readme`,
      bugs: `${somewhere}/issues`,
      repository: { type: 'git', url: `git+${somewhere}.git`, directory: 'packages/core' },
    })
  })
})

test('what git ignores in a package, such as what is copied into it as it is packed, has no bundle made anew', async () => {
  const { isInput }: { isInput: (file: string) => boolean } = await import(
    new URL('../../../scripts/bundle.mjs', import.meta.url).href
  )
  const ignored = read('.gitignore')
    .split('\n')
    .filter((line) => /^(apps|packages)\/\w.*\/$/.test(line))
  expect(ignored).toContain('packages/http/examples/')
  expect(ignored.filter((folder) => isInput(`${folder}any.js`))).toEqual([])
  expect(isInput('packages/http/src/handler.ts')).toBe(true)
})

test('the type check includes every source of the bench, which only a run would try otherwise', () => {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const shown = execFileSync(process.execPath, [compiler, '-p', ROOT, '--showConfig'], { encoding: 'utf8' })
  const { files }: { files: string[] } = JSON.parse(shown)
  const sources = readdirSync(join(ROOT, 'bench'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/node_modules|\.data/.test(path))
    .map((path) => `./bench/${path}`)
  expect(sources.length).toBeGreaterThan(10)
  expect(files).toEqual(expect.arrayContaining(sources))
})

interface Workflow {
  jobs: Record<string, { 'runs-on': string; steps: { run?: string; uses?: string }[] }>
}

describe.each(list('.github/workflows'))('%s', (path) => {
  const { jobs }: Workflow = parse(read(path))
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  test('runs only existing files and scripts', () => {
    const commands = steps.flatMap(({ run }) => run?.trim().split('\n') ?? [])
    expect(commands.length).toBeGreaterThan(0)
    for (const command of commands) expect(command).toSatisfy(exists)
  })

  test('uses actions by commit', () => {
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/)
  })
})

/** Whether a command is a script of the workspace, or starts a file of it. */
function exists(command: string): boolean {
  const [program = '', first = '', second = ''] = command.split(' ')
  if (program === 'npm') return scriptsOf(['']).has(first === 'run' ? second : first)
  if (program === 'node') return existsSync(join(ROOT, first))
  // A program of the machines that GitHub has.
  if (program === 'gh') return true
  accessSync(join(ROOT, program), constants.X_OK)
  return true
}

test.each(['CONTRIBUTING.md', 'REVIEW.md', '.github/PULL_REQUEST_TEMPLATE.md', '.changeset/README.md'])(
  'the commands in %s are scripts of a package',
  (path) => {
    const named = [...read(path).matchAll(/(?:^|`)p?npm (?:run )?([a-z][\w:]*)/gm)].map(([, name]) => name)
    const known = scriptsOf(PACKAGES)
    expect(named.filter((name) => name !== undefined && name !== 'install' && !known.has(name))).toEqual([])
  },
)

interface Form {
  name: string
  description: string
  body: { type: string; id: string; attributes: { label: string } }[]
}

test.each(list('.github/ISSUE_TEMPLATE').filter((path) => !path.endsWith('/config.yml')))('%s is a form', (path) => {
  const form: Form = parse(read(path))
  expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
  expect(form.body.length).toBeGreaterThan(0)
  for (const field of form.body)
    expect(field).toMatchObject({ id: expect.stringMatching(/^\w+$/), attributes: { label: expect.any(String) } })
  expect(new Set(form.body.map(({ id }) => id)).size).toBe(form.body.length)
})

test.each(list('.changeset').filter((path) => path.endsWith('.md') && !path.endsWith('/README.md')))(
  '%s names packages of ours',
  (path) => {
    const [, head = ''] = /^---\n(.*?)\n---\n/s.exec(read(path)) ?? []
    const named: Record<string, string> = parse(head)
    const known = PACKAGES.map((folder) => manifestOf(folder).name)
    expect(known).toEqual(expect.arrayContaining(Object.keys(named)))
    expect(['major', 'minor', 'patch']).toEqual(expect.arrayContaining(Object.values(named)))
  },
)
