import type { Store } from '../../storage/database.ts'
import { type DeliveryFigures, figuresOf } from './figures.ts'
import * as postgres from './read.postgres.ts'
import * as sqlite from './read.sqlite.ts'

const ENGINES = { sqlite, postgres }

/** The figures of waiting deliveries and of endpoints. */
export async function readDeliveryFigures({ read }: Pick<Store, 'read'>, now: string): Promise<DeliveryFigures> {
  return read(async ({ connection }) => {
    const [row] = await ENGINES[connection.dialect.engine].figuresRow(connection)
    return row ? figuresOf(row, Date.parse(now)) : Promise.reject(new TypeError('A count answers one row'))
  })
}
