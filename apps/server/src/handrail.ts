#!/usr/bin/env node
// An old Node reads no more than this file: it uses old syntax only, and imports everything else after the check.
const OLDEST = [22, 19] as const
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) {
  const { compileLater } = await import('./compiling.ts')
  compileLater()
  const { main } = await import('./program.ts')
  process.exitCode = await main(process.argv.slice(2))
} else {
  process.stderr.write(
    `Handrail needs Node ${OLDEST.join('.')} or newer, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org\n`,
  )
  process.exitCode = 1
}
