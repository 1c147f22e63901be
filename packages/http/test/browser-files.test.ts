import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

test.skipIf(process.platform !== 'linux')(
  'unpacking the test browser: concurrent processes each get a complete one',
  { timeout: 120_000 },
  async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'handrail-browser-')), 'chromium')
    const module = new URL('../../../test/browser/browser-files.ts', import.meta.url).href
    const start = `
      const { browserProgram } = await import('${module}')
      const { spawnSync } = await import('node:child_process')
      const { status, error } = spawnSync(browserProgram('${folder}'), ['--version'])
      process.exitCode = error || status !== 0 ? 1 : 0
      if (error) console.error(error.code)`
    const processes = [1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', start]))
    expect((await Promise.all(processes)).map(({ stderr }) => stderr)).toEqual(['', '', ''])
    rmSync(join(folder, '..'), { recursive: true, force: true })
  },
)
