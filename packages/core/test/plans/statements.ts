import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { vi } from 'vitest'
import type { Engine } from '../instance.ts'

/** A statement as it came to the engine. */
export interface Statement {
  sql: string
  values: unknown[]
}

/** Records the statements that this process sends to databases: on SQLite those that answer rows, or all `with changes`. */
export function noteStatements(engine: Engine, which?: 'with changes'): { take(): Statement[]; stop(): void } {
  let noted: Statement[] = []
  const spies =
    engine === 'sqlite'
      ? onSqlite((one) => noted.push(one), which ? ['all', 'get', 'run'] : ['all', 'get'])
      : onPostgres((one) => noted.push(one))
  return {
    take() {
      const taken = noted
      noted = []
      return taken
    },
    stop() {
      for (const spy of spies) spy.mockRestore()
    },
  }
}

type Note = (statement: Statement) => void

function onSqlite(note: Note, methods: readonly ('all' | 'get' | 'run')[]) {
  const memory = new Sqlite(':memory:')
  const prototype: Sqlite.Statement = Object.getPrototypeOf(memory.prepare('select 1'))
  memory.close()
  return methods.map((method) => {
    const original = prototype[method]
    return vi.spyOn(prototype, method).mockImplementation(function (this: Sqlite.Statement, ...given: unknown[]) {
      note({ sql: this.source, values: given.flat() })
      return original.apply(this, given)
    })
  })
}

function onPostgres(note: Note) {
  const { prototype } = pg.Client
  const original = prototype.query
  return [
    vi.spyOn(prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
      const [asked, values] = given
      if (typeof asked === 'object' && asked !== null && 'text' in asked) {
        const own = 'values' in asked ? asked.values : values
        note({ sql: String(asked.text), values: Array.isArray(own) ? own : Array.isArray(values) ? values : [] })
      }
      return Reflect.apply(original, this, given)
    }),
  ]
}
