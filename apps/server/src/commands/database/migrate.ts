import { pendingMigrations } from '@handrail/core'
import { command, INSTANCE_SETTINGS } from '../../command.ts'
import { withInstance } from '../../instance.ts'

export const migrate = command<{ dryRun?: true }>({
  name: 'migrate',
  summary: 'Apply pending migrations; serve applies them at its start',
  options: { '--dry-run': 'list the migrations without applying them' },
  settings: INSTANCE_SETTINGS,
  examples: ['handrail migrate --dry-run', 'handrail migrate --database-url postgres://handrail@db/handrail'],
  async run({ config, options: { dryRun }, say }) {
    const pending = await pendingMigrations(config.database)
    if (pending.length === 0) return say('The database is up to date.')
    if (!dryRun) await withInstance(config, async () => undefined)
    say(dryRun ? 'These migrations would be applied:' : 'Applied:')
    for (const name of pending) say(`  ${name}`)
  },
})
