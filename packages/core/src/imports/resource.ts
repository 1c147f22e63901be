import { resource } from '../resource.ts'
import { importsContract } from './contract.ts'

export const imports = resource(importsContract, {
  tables: {
    imports: { of: 'workspace', unarchived: { from: 'all', because: 'each has an export of its own' } },
    import_rows: {
      of: 'contact',
      column: 'record_id',
      key: ['import_id', 'number'],
      unarchived: { from: 'all', because: 'they are in the export of their import' },
    },
  },
})
