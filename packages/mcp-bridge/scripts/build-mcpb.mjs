// Packs the built bridge as an MCP Bundle, which Claude Desktop installs with a click: `pnpm build:mcpb [FILE]`.
// The official tool checks the manifest and makes the archive.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressesOf } from '../../../scripts/project.mjs'

const folder = fileURLToPath(new URL('../', import.meta.url))
const { version, description, license, engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const tool = join(dirname(createRequire(import.meta.url).resolve('@anthropic-ai/mcpb')), 'cli/cli.js')

const built = join(folder, 'dist/mcp-bridge.js')
const output = resolve(process.argv[2] ?? join(folder, `mcp-bridge-${version}.mcpb`))
if (!existsSync(built)) throw new Error('Build the bridge first: pnpm --filter @handrail/mcp-bridge build')

/** What the application asks its user for; each becomes the variable `MCP_BRIDGE_<NAME>`. */
const settings = {
  url: {
    type: 'string',
    title: 'Address of the server',
    description: 'Such as https://onboarding.example.com/mcp',
    required: true,
  },
  profile: {
    type: 'string',
    title: 'Profile',
    description: 'Separates several accounts at one server',
    default: 'default',
    required: false,
  },
  read_only: {
    type: 'boolean',
    title: 'Only read',
    description: 'Shows and calls only tools that the server declares as read-only',
    default: false,
    required: false,
  },
  token: {
    type: 'string',
    title: 'Token',
    description: 'Only if you were given one; otherwise you sign in with the browser',
    sensitive: true,
    default: '',
    required: false,
  },
}

const stage = mkdtempSync(join(tmpdir(), 'mcp-bridge-mcpb-'))
try {
  mkdirSync(join(stage, 'server'))
  copyFileSync(built, join(stage, 'server/mcp-bridge.js'))
  for (const file of ['README.md', 'LICENSE', 'PRIVACY.md', 'icon.png', 'dist/THIRD-PARTY-LICENSES.txt'])
    copyFileSync(join(folder, file), join(stage, basename(file)))
  // The archive has no package.json beside the program, which would tell Node that it is a module.
  writeFileSync(join(stage, 'package.json'), JSON.stringify({ name: 'mcp-bridge', version, type: 'module' }))
  writeFileSync(join(stage, 'manifest.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)
  run('validate', join(stage, 'manifest.json'))
  run('pack', stage, output)
} finally {
  rmSync(stage, { recursive: true, force: true })
}
console.log(output)

function run(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`mcpb ${args[0]} failed:\n${stdout}${stderr}`)
}

/** None while the project has no address. */
function addresses() {
  const { homepage, repository } = addressesOf('packages/mcp-bridge')
  if (!repository) return {}
  const url = repository.url.replace(/^git\+/, '')
  const privacy = `${url.replace(/\.git$/, '')}/blob/main/packages/mcp-bridge/PRIVACY.md`
  return { homepage, repository: { type: 'git', url }, privacy_policies: [privacy] }
}

function manifest() {
  return {
    manifest_version: '0.3',
    name: 'mcp-bridge',
    display_name: 'MCP Bridge',
    version,
    description,
    long_description:
      'Lets this application use a remote MCP server. It signs in through your browser, keeps the sign-in, and answers even while the server is down.',
    author: { name: 'The Handrail contributors' },
    icon: 'icon.png',
    ...addresses(),
    license,
    server: {
      type: 'node',
      entry_point: 'server/mcp-bridge.js',
      mcp_config: {
        command: 'node',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the application replaces it
        args: ['${__dirname}/server/mcp-bridge.js'],
        env: Object.fromEntries(
          Object.keys(settings).map((name) => [`MCP_BRIDGE_${name.toUpperCase()}`, `\${user_config.${name}}`]),
        ),
      },
    },
    user_config: settings,
    tools_generated: true,
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: engines.node } },
  }
}
