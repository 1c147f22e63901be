import { resource } from '../resource.ts'
import { metadataKeysContract } from './contract.ts'

export const metadataKeys = resource(metadataKeysContract, {
  tables: {
    metadata_keys: { of: 'workspace', unarchived: { from: 'all', because: 'it is a setting of an index' } },
    metadata_values: { of: 'workspace', unarchived: { from: 'all', because: 'records have these values' } },
  },
  section: {
    name: 'Indexed metadata',
    description:
      'The keys of metadata whose values are indexed, so that filters such as `metadata[plan]=free` are fast.',
  },
})
