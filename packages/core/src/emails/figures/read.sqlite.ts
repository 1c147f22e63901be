import type { RawSql } from '../../storage/dialect.ts'
import { type MailFiguresRow, mailFigures } from './figures.ts'

const FIGURES = mailFigures('?')

export function figuresRow(connection: RawSql, now: string): Promise<MailFiguresRow[]> | MailFiguresRow[] {
  return connection.rows<MailFiguresRow>(FIGURES, [now, now, now])
}
