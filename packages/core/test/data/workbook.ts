import { PassThrough } from 'node:stream'
import { ZipFile } from 'yazl'

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** A workbook with a sheet of these rows, as XML. @param parts replacements of the usual ones */
export async function workbook(sheet: string, parts: Record<string, string | Buffer> = {}): Promise<Buffer> {
  const all: Record<string, string | Buffer> = {
    'xl/workbook.xml': `<workbook ${MAIN} ${RELATIONS}><sheets><sheet name="Notes" state="hidden" r:id="rId9"/><sheet name="People" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId9" Target="worksheets/hidden.xml"/><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst ${MAIN}><si><t>E-mail</t></si><si><r><t>Zo</t></r><r><t>é &amp; Co</t></r><rPh><t>ZOE</t></rPh></si></sst>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="m"><x:sheetData>${sheet}</x:sheetData></x:worksheet>`,
    ...parts,
  }
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(all)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return contentOf(zip)
}

export async function contentOf({ outputStream }: ZipFile): Promise<Buffer> {
  return Buffer.concat(await outputStream.pipe(new PassThrough()).toArray())
}
