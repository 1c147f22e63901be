import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { useProgram } from '../../../test/program.ts'

const README = readFileSync(fileURLToPath(new URL('../../../README.md', import.meta.url)), 'utf8')
const { serve } = useProgram()

/** The shell lines of the tour, one block after the other; the address and the key are set by who runs it. */
function tour(): string {
  const [, text = ''] = /<!-- tour -->([\s\S]*?)<!-- \/tour -->/.exec(README) ?? []
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, lines = '']) => lines)
  return blocks.slice(1).join('\necho\n')
}

test('the tour of the README works as printed', async ({ skip }) => {
  skip(spawnSync('curl', ['--version']).error !== undefined, 'curl is not installed, and the tour is written with it')
  const server = await serve(['--demo'])
  const [key = ''] = /hr_key_[\w-]+/.exec(server.stdout()) ?? []
  const printed = execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', tour()], {
    encoding: 'utf8',
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HANDRAIL: server.url, HANDRAIL_KEY: key },
  })
  // The one mistake of the tour is made on purpose; both of its problems are told.
  expect(printed.match(/\{"error":/g)).toHaveLength(1)
  expect(printed).toContain("Email is invalid, First name can't be blank, Colour is not a known field")
  expect(printed).toContain('"first_name":"Zoé"')
  expect(printed).toContain('"status":"in_progress"')
  expect(printed.match(/"kind":"answer"/g)).toHaveLength(2)
  expect(printed).toContain('"next_cursor":"')
  expect(printed.match(/^idempotent-replayed: true/gm)).toHaveLength(1)
  expect(printed).toContain('"secret":"whsec_')
  expect(printed.trimEnd().endsWith('204\n204')).toBe(true)
})
