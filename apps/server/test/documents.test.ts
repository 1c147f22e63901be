import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ERROR_STATUS } from '@handrail/core'
import { OPERATIONS } from '@handrail/core/internal'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { root } from '../../../test/built.ts'
import { type Block, blocksOf, PAGES, pageText } from '../../../test/documents.ts'
import { program, type Server, useProgram } from '../../../test/program.ts'
import { readConfig } from '../src/configuration/config.ts'

const { serve, path } = useProgram()

/** Blocks that this file does not run, by the beginning of their text: which test runs them, or why none can. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'git clone ': 'front-door.long.test.ts',
  'npm start -- --no-demo': 'it ends with Ctrl-C; front-door.long.test.ts',
  'npm run handrail -- setup': 'front-door.long.test.ts',
  'npm run pack -- ../handrail-packages\nexport': 'packages.long.test.ts',
  'claude mcp add ': 'it needs Claude Code; the same address is requested below',
  'npm install @modelcontextprotocol/client': 'packages/http/test/documents.test.ts',
  'npm install ../handrail-packages/': 'packages.long.test.ts',
  'npx -y https://onboarding.example.com/mcp-bridge.tgz install':
    'packages/mcp-bridge/test/end-to-end/from-the-instance.test.ts',
  'npm run pack -- ../handrail-packages\nsudo ': 'production.long.test.ts',
  'sudo ': 'production.long.test.ts',
  'SITE_ADDRESS=': 'it needs a container engine; deploy.test.ts examines the files',
  'docker build -f deploy/Containerfile': 'it needs a container engine; front-door.long.test.ts runs what it runs',
  'kubectl apply ': 'it needs a cluster; deploy.test.ts examines the manifests',
  'export HANDRAIL_REPLY_': 'replies.test.ts',
  'export HANDRAIL_API_KEY=': 'it ends with Ctrl-C; src/commands/listen/listen.test.ts',
  "import { once } from 'node:events'": 'packages/http/test/documents.test.ts',
  "import { createServer } from 'node:http'": 'packages/http/test/copy.long.test.ts',
  "import { createHmac, timingSafeEqual } from 'node:crypto'": 'crm.test.ts',
  // They are parts of one program.
  "import { createHandrail, operations } from '@handrail/core'": 'packages.long.test.ts',
  "const end = handrail.on('enrollment.completed'": 'packages.long.test.ts',
  "app.use('/onboarding', node)": 'packages.long.test.ts',
  'const handler = await createHandler({': 'packages.long.test.ts',
  "import { cpSync } from 'node:fs'\nimport * as esbuild": 'packages.long.test.ts',
  "import { cpSync } from 'node:fs'\nimport * as vite": 'packages.long.test.ts',
}

const isElsewhere = ({ text }: Block) => Object.keys(ELSEWHERE).some((start) => text.startsWith(start))

/** What a reader has beside the page. */
const BEFORE: Readonly<Record<string, string>> = {
  'embedding.md':
    'echo correct-horse-battery | handrail setup --workspace Bakery --email ada@harbour.example --data ./onboarding',
  'operations.md': 'mkdir -p handrail-data/files',
}

/** Parts of what the commands of a page print. */
const PRINTED: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  'README.md': ['"per_page":3'],
  'start.md': [/"url":"http:\/\/localhost:\d+\/g\//],
  'api.md': [
    // The one mistake is made on purpose; both of its problems are reported.
    "Email is invalid, First name can't be blank, Colour is not a known field",
    '"first_name":"Zoé"',
    '"status":"in_progress"',
    /"kind":"answer".*"kind":"answer"/s,
    '"next_cursor":"',
    'idempotent-replayed: true',
    '"secret":"whsec_',
    /204\n204\n/,
    // The workspace of the sample, and its members.
    /"time_zone":"Europe\/Berlin".*"role":"owner"/s,
  ],
  'embedding.md': [/^ok {4}Handrail /m, 'backup.db', /^hr_key_/m],
  'crm.md': ['"created":true', /"status":"updated"|"created"/, '"status":"invited"', '"secret":"whsec_'],
  'commands.md': [/^hr_key_/m, '"name": "CRM sync"', 'backup.db'],
  'configuration.md': ['is now on the plan starter', 'is now on the plan self-hosted'],
  'guides.md': ['Published "Getting started" (3 steps)'],
  'oauth.md': [
    'client_secret: ',
    '"kind":"application"',
    /"per_page":1\b/,
    '"scopes_supported":["contacts_read"',
    '"authorization_servers":',
  ],
  'leaving.md': ['Wrote everything.zip', 'handrail-copy.db'],
  'operations.md': ['"status":"ok"', 'Copied 0 files', /^hr_key_/m, '"secret":"whsec_'],
  'privacy.md': ['"last_name":"Lund"'],
  'troubleshooting.md': [/^ok {4}Handrail /m],
}

describe('of the documentation,', () => {
  const blocks = PAGES.flatMap(blocksOf)

  test('every block of code is run here, or by the test that is named', () => {
    const kinds = ['sh', 'json', 'ini']
    const left = blocks.filter((block) => !isElsewhere(block) && !kinds.includes(block.language))
    expect(left.map(({ page, text }) => `${page}: ${text.slice(0, VERIFICATION.length)}`)).toEqual([
      `webhooks.md: ${VERIFICATION}`,
    ])
    const stale = Object.keys(ELSEWHERE).filter((start) => !blocks.some(({ text }) => text.startsWith(start)))
    expect(stale).toEqual([])
    for (const named of Object.values(ELSEWHERE))
      for (const [file] of named.matchAll(/[\w/.-]+\.test\.ts/g))
        expect(
          ['apps/server', 'apps/server/test', '.'].some((at) => existsSync(join(root, at, file))),
          file,
        ).toBe(true)
  })

  test('every link leads to a file, and to a heading that it has', () => {
    const files = [...PAGES.map((page) => (page === 'README.md' ? page : `docs/${page}`)), ...READMES]
    const dead = files.flatMap((file) =>
      linksOf(readFileSync(join(root, file), 'utf8'))
        .filter((link) => !leadsSomewhere(file, link))
        .map((link) => `${file}: ${link}`),
    )
    expect(dead).toEqual([])
  })

  test('every setting in an environment file is one, with a value that the program accepts', () => {
    const files = blocks.filter(({ language }) => language === 'ini')
    expect(files.length).toBeGreaterThan(0)
    for (const { text } of files) {
      const environment = Object.fromEntries(
        text
          .trim()
          .split('\n')
          .map((line) => line.split(/=(.*)/s).slice(0, 2)),
      )
      expect(readConfig({}, environment)).toMatchObject({ warnings: [] })
    }
  })

  test('every JSON is what its operation takes or answers', () => {
    for (const { info, text } of blocks.filter(({ language }) => language === 'json')) {
      const value = JSON.parse(text)
      const [kind, name] = info.split(':')
      const operation = OPERATIONS.find((one) => one.name === name)
      if (kind === 'request') operation?.input.parse(value[operation.body ?? ''])
      if (kind === 'response') expect(operation?.output.parse(value)).toStrictEqual(value)
      if (kind === 'error') expect(Object.keys(ERROR_STATUS)).toContain(value.error.type)
      if (['request', 'response', 'error'].includes(kind ?? '')) expect(operation, info).toBeDefined()
    }
  })

  test('what troubleshooting quotes of the start is what the program says', () => {
    const [, table = ''] = /^## The service does not start\n([\s\S]*?)^## /m.exec(pageText('troubleshooting.md')) ?? []
    const quoted = [...table.matchAll(/^\| ([^|]+?) +\|/gm)]
      .map(([, text = '']) => text)
      .filter((text) => !/^(It says|-+)$/.test(text))
    expect(quoted.length).toBeGreaterThan(5)
    const said = sourcesOf('apps/server/src', 'packages/core/src').replaceAll(/\$\{[^}]*\}/g, '...')
    const missing = quoted.filter((text) =>
      text.split('...').some((part) => part.trim() !== '' && !said.includes(quotedPart(part))),
    )
    expect(missing).toEqual([])
  })

  test('the API guide has the status of every type of error', () => {
    const rows = [...pageText('api.md').matchAll(/^\| (\d{3}) +\| (`[^|]+)\|/gm)]
    const documented = rows.flatMap(([, status, types = '']) =>
      [...types.matchAll(/`(\w+)`/g)].map(([, type]) => [type, Number(status)]),
    )
    expect(documented).toEqual(Object.entries(ERROR_STATUS))
  })

  test('the commands work as printed, page by page', { timeout: 240_000 }, async ({ skip }) => {
    skip(spawnSync('curl', ['--version']).error !== undefined, 'curl is not installed, and the pages use it')
    const server = await serve(['--demo'])
    const [key = ''] = /hr_key_[\w-]+/.exec(server.stdout()) ?? []
    await answersAsPrinted(server, key)
    for (const page of PAGES) {
      const own = blocksOf(page).filter((block) => !isElsewhere(block))
      const commands = own.filter(({ language }) => language === 'sh')
      if (commands.length === 0) continue
      const folder = path(page)
      mkdirSync(folder)
      for (const { info, text } of own) if (/^\[.+\]$/.test(info)) writeFileSync(join(folder, info.slice(1, -1)), text)
      const script = [BEFORE[page] ?? '', ...commands.map(({ text }) => text)].join('\necho\n')
      const printed = await shell(addressed(script, server, key), { folder, server, key })
      for (const part of PRINTED[page] ?? [])
        if (typeof part === 'string') expect(printed, page).toContain(part)
        else expect(printed, page).toMatch(part)
      expect(printed.match(/\{"error":/g) ?? [], page).toHaveLength(page === 'api.md' ? 1 : 0)
    }
  })

  test('a delivery is verified by the program for it', async () => {
    const [block] = blocks.filter(({ text }) => text.startsWith(VERIFICATION))
    const secret = `whsec_${Buffer.from('a secret of the documentation').toString('base64')}`
    const body = '{"event":"contact.created"}'
    const now = new Date()
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    }
    // Where the library is found by its name.
    const folder = mkdtempSync(join(root, 'node_modules/.cache/documents-'))
    try {
      const given = Object.entries({ secret, headers }).map(
        ([name, value]) => `const ${name} = ${JSON.stringify(value)}`,
      )
      writeFileSync(join(folder, 'verify.mjs'), [...given, 'const body = process.argv[2]', block?.text].join('\n'))
      const run = (text: string) => promisify(execFile)(process.execPath, [join(folder, 'verify.mjs'), text])
      await run(body)
      await expect(run(`${body} `)).rejects.toThrow('No matching signature found')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const VERIFICATION = `import { Webhook } from 'standardwebhooks'\n\nnew Webhook(secret).ver`

/** The configuration of clients, and the example of an event, are compared with what the instance answers. */
async function answersAsPrinted(server: Server, key: string): Promise<void> {
  const authorization = `Bearer ${key}`
  const json = PAGES.flatMap(blocksOf).filter(({ language }) => language === 'json')
  const types = await fetch(`${server.url}/api/v1/webhook_endpoints/event_types`, { headers: { authorization } })
  const { data }: { data: { name: string; example: unknown }[] } = await types.json()
  for (const { info, text } of json.filter((block) => block.info.startsWith('event:')))
    expect(JSON.parse(text)).toEqual(data.find(({ name }) => info === `event:${name}`)?.example)
  for (const { text } of json.filter((block) => block.text.includes('"mcpServers"'))) {
    const { mcpServers } = JSON.parse(addressed(text, server, key))
    const headers = {
      ...mcpServers.handrail.headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const answer = await fetch(mcpServers.handrail.url, { method: 'POST', headers, body })
    expect((await answer.json()).result.tools.length).toBeGreaterThan(5)
  }
}

/** A text with the address and the key of the instance instead of those that are printed. */
function addressed(text: string, { url }: Server, key: string): string {
  return text
    .replaceAll(/http:\/\/localhost:3000|https:\/\/onboarding\.example\.com/g, url)
    .replaceAll('hr_key_...', key)
}

/** Runs a script where `handrail` and `npx handrail` are the program. @returns what it prints */
async function shell(script: string, { folder, server, key }: { folder: string; server: Server; key: string }) {
  const bin = path('bin')
  mkdirSync(bin, { recursive: true })
  const started = [process.execPath, ...program()].map((word) => `'${word}'`).join(' ')
  writeFileSync(join(bin, 'handrail'), `#!/bin/sh\nexec ${started} "$@"\n`)
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\n[ "$1" = handrail ] && shift && exec handrail "$@"\nexit 127\n`)
  for (const name of ['handrail', 'npx']) chmodSync(join(bin, name), 0o755)
  const run = promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', `exec 2>&1\n${script}`], {
    cwd: folder,
    env: {
      PATH: [bin, dirname(process.execPath), process.env.PATH].join(':'),
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      HOME: folder,
      HANDRAIL_DATA: path('data'),
      PUBLIC_URL: server.url,
      HANDRAIL_API_KEY: key,
    },
  })
  const { stdout } = await run.catch((failed: { stdout: string }) => {
    throw new Error(`A command of ${folder} failed. It printed:\n${failed.stdout}`)
  })
  return stdout
}

const READMES = [
  'packages/client',
  'packages/core',
  'packages/http',
  'packages/mcp-bridge',
  'apps/server',
  'apps/console',
].map((folder) => `${folder}/README.md`)

/** A part of a message without what a program puts in for it. */
function quotedPart(part: string): string {
  return part
    .trim()
    .replace(/^Waiting to start: /, '')
    .replace(/ \d+ /g, ' ... ')
}

/** The sources below folders as one text, without tests. */
function sourcesOf(...folders: readonly string[]): string {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(root, folder, name)),
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
}

/** The destinations of links in Markdown, outside of code. */
function linksOf(markdown: string): string[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(([, link, image]) => link ?? image ?? '')
}

function leadsSomewhere(from: string, link: string): boolean {
  const [target = '', anchor] = link.split('#')
  if (/^(https?|mailto):/.test(target)) return true
  const file = target === '' ? join(root, from) : resolve(root, dirname(from), target)
  return existsSync(file) && (anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).includes(anchor))
}

/** The anchors of the headings, as GitHub makes them. */
function anchorsOf(markdown: string): string[] {
  return [...markdown.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
