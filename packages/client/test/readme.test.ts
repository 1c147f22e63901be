import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openInstance } from '../../http/test/support/instance.ts'
import { listen } from '../../http/test/support/mcp.ts'

const here = dirname(fileURLToPath(import.meta.url))

test('the programs of the README of @handrail/client run', async () => {
  const instance = await openInstance('sqlite')
  const base = (await listen(instance)).origin
  const [first = '', many = '', call = '', webhook = ''] = [
    ...readFileSync(join(here, '../README.md'), 'utf8').matchAll(/```js\n([\s\S]*?)```/g),
  ].map(([, code = '']) => code.replace('http://localhost:3000', base))
  const rows = `const rows = [{ email: 'ben@b.example', first_name: 'Ben' }, { email: 'bad', first_name: 'Bad' }]`
  const received = `const request = new Request('http://b.example', { method: 'POST', body: '{}' })`
  const program = [
    first.replace('{ createClient }', '{ createClient, verifyWebhook }'),
    rows,
    many,
    'const { id } = contact',
    call,
  ]
  const folder = mkdtempSync(join(here, 'readme-'))
  const file = join(folder, 'program.ts')
  const refused = `try {\n${webhook.replace(/^import .*/, '')}} catch ({ message }) { console.log(message) }`
  writeFileSync(file, [...program, received, refused].join('\n').replace("'@handrail/client'", "'../../src/index.ts'"))
  const env = { ...process.env, HANDRAIL_TOKEN: instance.acme.token, WEBHOOK_SECRET: 'whsec_' }
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], { env, encoding: 'utf8' })
    expect(stdout).toBe('zoe@harbour.example\nThe headers of the signature are missing\n')
    expect(stderr).toMatch(/^bad Email /m)
  } finally {
    rmSync(folder, { recursive: true })
    await instance.close()
  }
})
