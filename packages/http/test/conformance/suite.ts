import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PACKAGE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')

/**
 * Runs the protocol's own suite.
 * @param onOutput is told all that it has printed so far, whenever it prints something
 */
export function runSuite(
  args: readonly string[],
  onOutput: (output: string) => void = () => undefined,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const suite = spawn(process.execPath, [join(dirname(PACKAGE), 'dist/index.js'), ...args])
    let output = ''
    for (const stream of [suite.stdout, suite.stderr])
      stream.on('data', (part) => {
        output += part
        onOutput(output)
      })
    suite.on('error', reject)
    suite.on('close', (code) => resolve({ code, output }))
  })
}
