import { staleReasons } from './boundaries/core.mjs'
import { findCycles } from './boundaries/cycles.mjs'
import { featureTableFaults } from './boundaries/feature-tables.mjs'
import { readImports } from './boundaries/imports.mjs'
import { rules } from './boundaries/rules.mjs'
import { undocumentedExports } from './boundaries/undocumented.mjs'

const imports = readImports()
const faults = imports.flatMap((found) =>
  rules
    .map((rule) => rule(found, imports))
    .filter(Boolean)
    .map((fault) => `${found.from} imports '${found.specifier}': ${fault}`),
)
for (const cycle of findCycles(imports)) faults.push(`cycle: ${cycle.join(' -> ')}`)
faults.push(...staleReasons(imports), ...featureTableFaults(), ...undocumentedExports())

for (const fault of new Set(faults)) console.error(fault)
console.log(`${imports.length} imports, ${faults.length} across a boundary`)
process.exitCode = faults.length === 0 ? 0 : 1
