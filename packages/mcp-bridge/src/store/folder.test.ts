import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, storeFolder } from './folder.ts'

const home = '/home/ada'

test.each([
  ['linux', {}, '/home/ada/.local/state/mcp-bridge'],
  ['linux', { XDG_STATE_HOME: '/state' }, '/state/mcp-bridge'],
  ['darwin', {}, '/home/ada/Library/Application Support/mcp-bridge'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/mcp-bridge'],
  ['win32', { MCP_BRIDGE_HOME: '/mine' }, '/mine'],
] as const)('on %s with %o credentials are stored in %s', (platform, environment, folder) => {
  expect(storeFolder({ environment, platform, home })).toBe(folder)
})

test.skipIf(process.platform === 'win32')('the folder of credentials is private', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'mcp-bridge-folder-'))
  const folder = join(parent, 'a', 'b')
  await makeFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  writeFileSync(join(parent, 'file'), '')
  await expect(makeFolder(join(parent, 'file', 'c'))).rejects.toMatchObject({ code: 'store_unusable' })
  rmSync(parent, { recursive: true })
})
