import type { Store } from '../../storage/database.ts'
import { type MailFigures, mailFiguresOf } from './figures.ts'
import * as postgres from './read.postgres.ts'
import * as sqlite from './read.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** The figures of waiting and failed mail. */
export async function readMailMetrics({ read }: Pick<Store, 'read'>, now: string): Promise<MailFigures> {
  return read(async ({ connection }) => {
    const [row] = await ENGINES[connection.dialect.engine].figuresRow(connection, now)
    return row ? mailFiguresOf(row, Date.parse(now)) : Promise.reject(new TypeError('A count answers one row'))
  })
}
