import { FIGURES, type FiguresRow } from '../../storage/delivery-figures.ts'
import type { RawSql } from '../../storage/dialect.ts'

export function figuresRow(connection: RawSql): Promise<FiguresRow[]> | FiguresRow[] {
  return connection.rows<FiguresRow>(FIGURES, [])
}
