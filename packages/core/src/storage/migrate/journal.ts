import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { MIGRATIONS_FOLDER } from '../../migrations.ts'

interface Migration {
  tag: string
  /** When it was generated, in milliseconds. */
  when: number
  /** The SHA-256 of its statements. */
  hash: string
}

/** The migrations of each engine, in order. The build replaces this module by its value: see `tsup.config.ts`. */
export const JOURNAL = { sqlite: journalOf('sqlite'), postgres: journalOf('postgres') }

function journalOf(engine: string): Migration[] {
  const read = (file: string) => readFileSync(new URL(`${engine}/${file}`, MIGRATIONS_FOLDER), 'utf8')
  const { entries }: { entries: Migration[] } = JSON.parse(read('meta/_journal.json'))
  return entries.map(({ tag, when }) => ({ tag, when, hash: hash('sha256', read(`${tag}.sql`)) }))
}
