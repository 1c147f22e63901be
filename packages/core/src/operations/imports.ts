import { eraseContact } from '../exports/operations/erase.ts'
import { createExport, openExport } from '../exports/operations/export.ts'
import { createImport } from '../imports/operations/create.ts'
import { getImport, listImportRows, listImports } from '../imports/operations/read.ts'
import { checkImport, continueImport, discardImport, runImport, undoImport } from '../imports/operations/work.ts'

/** Imports and exports. A part of `operations.ts`. */
export const importsOperations = {
  createImport,
  listImports,
  getImport,
  listImportRows,
  checkImport,
  runImport,
  undoImport,
  discardImport,
  continueImport,
  createExport,
  openExport,
  eraseContact,
}
