import { workbook } from '../../../packages/core/test/data/workbook.ts'
import type { Attack } from '../attack.ts'
import { importing } from './importing.ts'

const cell = (reference: string, content: string) =>
  `<x:c r="${reference}" t="inlineStr"><x:is><x:t>${content}</x:t></x:is></x:c>`
const HEADER = `<x:row r="1">${cell('A1', 'Email')}${cell('B1', 'First name')}</x:row>`
const rows = (count: number, of: (row: number) => string) =>
  HEADER + Array.from({ length: count }, (_, i) => `<x:row r="${i + 2}">${of(i + 2)}</x:row>`).join('')
const shared = (text: string) => ({ 'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>` })
const styles = (content: string) => ({ 'xl/styles.xml': `<styleSheet>${content}</styleSheet>` })

/** Small files that are large when unpacked or read. */
export const WORKBOOKS: Attack[] = [
  importing('one text of 20 MB, named by 800 cells', () =>
    workbook(
      rows(400, (row) => `<x:c r="A${row}" t="s"><x:v>0</x:v></x:c><x:c r="B${row}" t="s"><x:v>0</x:v></x:c>`),
      shared('x'.repeat(20_000_000)),
    ),
  ),
  importing('32,000 characters in 200,000 cells', () =>
    workbook(
      rows(100_000, (row) => `<x:c r="A${row}" t="s"><x:v>0</x:v></x:c><x:c r="B${row}" t="s"><x:v>0</x:v></x:c>`),
      shared('x'.repeat(32_000)),
    ),
  ),
  importing('a format of 150,000 brackets', () =>
    workbook(
      rows(10, (row) => `<x:c r="A${row}" s="1"><x:v>1</x:v></x:c>`),
      styles(
        `<numFmts><numFmt numFmtId="170" formatCode="${'['.repeat(150_000)}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs>`,
      ),
    ),
  ),
  importing('two million elements within each other', () => workbook('<a>'.repeat(2_000_000))),
  importing('two million elements beside each other', () => workbook('<a/>'.repeat(2_000_000))),
  importing('200,000 formats', () =>
    workbook(
      HEADER,
      styles(
        `<numFmts>${Array.from({ length: 200_000 }, (_, i) => `<numFmt numFmtId="${i}" formatCode="0"/>`).join('')}</numFmts>`,
      ),
    ),
  ),
  importing('an element of 500,000 attributes', () =>
    workbook(`<x:row ${Array.from({ length: 500_000 }, (_, i) => `a${i}="b"`).join(' ')}/>`),
  ),
  importing('entities within entities', () =>
    workbook(HEADER, {
      'xl/sharedStrings.xml': `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY b${i} "${(i === 0 ? '&a;' : `&b${i - 1};`).repeat(10)}">`).join('')}]><sst><si><t>&b8;</t></si></sst>`,
    }),
  ),
  importing('a cell in the column XFD of each row', () => workbook(rows(50_000, (row) => cell(`XFD${row}`, 'x')))),
  importing('cells in columns that there are not', () =>
    workbook(rows(1000, (row) => cell(`${'Z'.repeat(5)}${row}`, 'x'))),
  ),
  importing('rows that are numbered to a billion', () =>
    workbook(`${HEADER}<x:row r="1000000000">${cell('A1000000000', 'x')}</x:row>`),
  ),
  importing('26 million empty cells', () =>
    workbook(Array.from({ length: 2600 }, (_, i) => `<x:row r="${i + 1}">${'<x:c/>'.repeat(10_000)}</x:row>`).join('')),
  ),
  importing('a million texts', () =>
    workbook(HEADER, { 'xl/sharedStrings.xml': `<sst>${'<si><t>x</t></si>'.repeat(1_000_000)}</sst>` }),
  ),
  importing(
    'a CSV file with one value of 40 MB',
    () => Buffer.from(`Email,First name\n"${'x'.repeat(40_000_000)}",A\n`),
    'people.csv',
  ),
  importing(
    'a CSV file with 2,000,000 columns',
    () => Buffer.from(`Email,First name${','.repeat(2_000_000)}\n`),
    'people.csv',
  ),
  importing(
    'a CSV file of a quotation mark that is never closed',
    () => Buffer.from(`Email,First name\n"${'a,b\n'.repeat(5_000_000)}`),
    'people.csv',
  ),
  importing(
    'a CSV file of 10,000,000 line ends',
    () => Buffer.from(`Email,First name\n${'\n'.repeat(10_000_000)}`),
    'people.csv',
  ),
]
