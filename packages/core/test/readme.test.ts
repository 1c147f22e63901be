import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { conditions, isBuilt } from '../../../test/built.ts'

const here = dirname(fileURLToPath(import.meta.url))
const README = readFileSync(join(here, '../../../README.md'), 'utf8')

test('the example of the README compiles and works as described', () => {
  const example = /<!-- example -->\n```ts\n([\s\S]*?)```/.exec(README)?.[1] ?? ''
  // Within the package, so that its name resolves.
  const folder = mkdtempSync(join(here, 'readme-'))
  const file = join(folder, 'example.ts')
  const base = join(here, '../../../tsconfig.base.json')
  const typescript = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  try {
    writeFileSync(file, example)
    // Readers use the built declarations, if they are current.
    const compilerOptions = isBuilt('packages/core') ? { customConditions: [] } : {}
    const project = { extends: base, compilerOptions, files: ['example.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
    execFileSync(process.execPath, [typescript, '-p', folder], { stdio: 'pipe' })
    const printed = execFileSync(process.execPath, [...conditions('packages/core'), file], { encoding: 'utf8' })
    expect(printed).toBe('zoe@harbour.example\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 240_000)
