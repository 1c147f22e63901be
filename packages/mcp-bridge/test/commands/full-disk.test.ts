import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROGRAM } from '../support/bridge-process.ts'
import { useBridges } from '../support/bridges.ts'

const bridges = useBridges()
const SERVER = 'http://127.0.0.1:9/mcp'
/** Makes of a folder a disk of its own, for this script and what it starts. */
const MOUNT = 'disk=$1; shift; mount -t tmpfs -o size=64k tmpfs "$disk"'
const FILL = `${MOUNT}
  echo first-token-1234 | "$@" login ${SERVER} --token
  cat /dev/zero > "$disk/full" || true
  echo second-token-1234 | "$@" login ${SERVER} --token || echo "exit code $?"
  "$@" token ${SERVER} --reveal
  ls "$disk" | grep -v lock`

function onSmallDisk(script: string, disk: string) {
  const args = ['-rm', 'sh', '-ec', script, 'sh', disk, process.execPath, PROGRAM]
  return spawnSync('unshare', args, { env: bridges.environmentOf({ MCP_BRIDGE_HOME: disk }), encoding: 'utf8' })
}

test('a full disk is reported as such, and stored credentials are kept', ({ skip }) => {
  const disk = bridges.path('disk')
  mkdirSync(disk)
  if (onSmallDisk(MOUNT, disk).status !== 0) return skip('this system lets only its administrator mount a disk')
  const { stdout, stderr } = onSmallDisk(FILL, disk)
  expect(stderr).toContain(`The credentials in ${disk} cannot be read or written (ENOSPC): the disk is full, so free`)
  expect(stderr).not.toContain('mcp-bridge failed with an internal error')
  expect(stdout).toMatch(/^exit code 1\nfirst-token-1234\n127\.0\.0\.1\.[0-9a-f]{24}\.json\nfull\n$/)
})
