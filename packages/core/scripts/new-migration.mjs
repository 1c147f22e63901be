// Writes what the tables have that the newest migrations lack, for both engines: `pnpm migration NAME`.
import { spawnSync } from 'node:child_process'
import process from 'node:process'

const [name] = process.argv.slice(2)
if (!name) {
  console.error('Give the migration a name: pnpm migration NAME')
  process.exit(2)
}
for (const engine of ['sqlite', 'postgres']) {
  const { status } = spawnSync('drizzle-kit', ['generate', `--config=drizzle.${engine}.config.ts`, '--name', name], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
