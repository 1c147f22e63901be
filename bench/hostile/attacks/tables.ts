import type { Attack } from '../attack.ts'
import { importing } from './importing.ts'

const table = (name: string, make: () => string): Attack =>
  importing(`a CSV file of ${name}`, () => Buffer.from(make()), 'people.csv')

/** CSV files as large as allowed, most of them without a text: a parser that makes a list of their cells ends with it. */
export const TABLES: Attack[] = [
  table('49 million commas', () => `email\n${','.repeat(49_000_000)}`),
  table('49 million tabs', () => `email\tname\n${'\t'.repeat(49_000_000)}`),
  table('49 million semicolons without an end of a line', () => ';'.repeat(49_000_000)),
  table('16 million quoted empty cells', () => `email,name\n${'"",'.repeat(16_000_000)}`),
  table('commas between ends of lines of two kinds', () => `email,name\r\n${`${','.repeat(9999)}\n`.repeat(4900)}`),
  table('commas between quoted ends of lines', () => `email,name\n${`"\n"${','.repeat(9996)}`.repeat(4900)}`),
  table('one value of 49 MB', () => `email,name\n${'x'.repeat(49_000_000)},A\n`),
]
