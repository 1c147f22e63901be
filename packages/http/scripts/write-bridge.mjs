// Writes dist/handrail-files/mcp-bridge.tgz, the package of the bridge, which every instance serves: people start it from there with npx.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const bridge = fileURLToPath(new URL('../../mcp-bridge/', import.meta.url))
const target = fileURLToPath(new URL('../dist/handrail-files/mcp-bridge.tgz', import.meta.url))
// The pnpm that runs this script.
const { status, stdout, stderr } = spawnSync(process.execPath, [process.env.npm_execpath, 'pack', '--out', target], {
  cwd: bridge,
  encoding: 'utf8',
})
if (status !== 0) throw new Error(`The bridge cannot be packed:\n${stdout}${stderr}`)
