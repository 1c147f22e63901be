#!/usr/bin/env node
// An old Node has to read this file to be told that it is too old: `import()` hides everything else from it.
const OLDEST = [22, 19] as const
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) {
  void import('./program.ts').then(({ main }) => main())
} else {
  process.stderr.write(
    `mcp-bridge needs Node ${OLDEST.join('.')} or newer, and this is Node ${process.versions.node}: install a newer one from https://nodejs.org, then run mcp-bridge install with it.\n`,
  )
  process.exitCode = 1
}
