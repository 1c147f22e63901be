import { readFileSync } from 'node:fs'
import { MIGRATIONS_FOLDER } from '../../migrations.ts'
import { JOURNAL } from './journal.ts'

/** The statements of each migration. The build replaces this module by its value, as `journal.ts`. Imported where migrations run. */
export const STATEMENTS = { sqlite: statementsOf('sqlite'), postgres: statementsOf('postgres') }

function statementsOf(engine: keyof typeof JOURNAL): Record<string, string> {
  const read = (tag: string) => readFileSync(new URL(`${engine}/${tag}.sql`, MIGRATIONS_FOLDER), 'utf8')
  return Object.fromEntries(JOURNAL[engine].map(({ tag }) => [tag, read(tag)]))
}
