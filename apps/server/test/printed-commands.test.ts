import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../../test/built.ts'

// In a checkout, as README says: what is printed there is typed there, to the letter.
const shell = promisify(execFile)
let folder = ''
let service: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail printed-'))
})
afterEach(async () => {
  if (service?.exitCode === null) {
    service.kill('SIGTERM')
    await once(service, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

const environment = { ...process.env, HANDRAIL_DATA: '', HANDRAIL_DEMO: '' }
const type = (line: string, input = '') => {
  const typed = shell('sh', ['-c', line], { cwd: root, env: environment })
  typed.child.stdin?.end(input)
  return typed
}
const lineWith = (text: string, words: string) =>
  text
    .split('\n')
    .find((line) => line.includes(words))
    ?.trim() ?? ''

async function start(...args: string[]): Promise<string> {
  const started = spawn('npm', ['start', '--', '--port', '0', '--data', join(folder, 'my data'), ...args], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  service = started
  let printed = ''
  for await (const chunk of started.stdout) {
    printed += chunk
    if (printed.includes('Stop it with')) return printed
  }
  throw new Error(`It ended:\n${printed}`)
}

test('every printed command works as printed', { timeout: 300_000 }, async () => {
  const banner = await start('--no-demo')
  expect(banner).not.toContain('hr_key_')
  const setup = await type(lineWith(banner, 'setup --email'), 'correct horse battery\n')
  expect(setup.stdout).toContain('Workspace "Your company" is ready; you@example.com owns it.')

  const next = lineWith(setup.stdout, 'Next, an API key: ').replace('Next, an API key: ', '')
  const { stdout } = await type(next)
  const [token = ''] = /hr_key_\S+/.exec(stdout) ?? []
  const address = /Address +(\S+)/.exec(banner)?.[1]
  const answer = await fetch(`${address}/api/v1/contacts`, { headers: { authorization: `Bearer ${token}` } })
  expect(await answer.json()).toMatchObject({ data: [], meta: { total: 0 } })

  // With two workspaces, each printed command has to say which one it is about.
  const further = lineWith(banner, 'setup --email').replace('"Your company"', '"A second one" --additional')
  const { stdout: second } = await type(further)
  const { stdout: secondKey } = await type(lineWith(second, 'Next, an API key: ').replace('Next, an API key: ', ''))
  expect(secondKey).toMatch(/^hr_key_/m)

  const { stdout: wrote } = await type(next.replace(/create-key .* --data/, `backup '${folder}' --data`))
  expect(wrote).toMatch(/Wrote .*handrail-\d{4}-\d\d-\d\dT\d{6}Z\.db\n/)
})
