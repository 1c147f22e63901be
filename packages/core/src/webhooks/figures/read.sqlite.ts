import type { RawSql } from '../../storage/dialect.ts'
import { FIGURES, type FiguresRow } from './figures.ts'

export function figuresRow(connection: RawSql): Promise<FiguresRow[]> | FiguresRow[] {
  return connection.rows<FiguresRow>(FIGURES, [])
}
