import { contract } from '../contract/contract.ts'

/** Maximum number of indexed keys in a workspace. */
export const MAX_KEYS = 5
export const MAX_KEY_LENGTH = 100

export const metadataKeysContract = contract({
  name: 'indexed_metadata_keys',
  label: { en: 'Indexed metadata', de: 'Indizierte Metadaten' },
  rights: {
    'metadata_keys:manage': {
      holder: 'admin',
      scope: {
        description: 'Choose the keys of metadata whose values are indexed',
        name: { en: 'Choose indexed keys of metadata', de: 'Indizierte Schlüssel der Metadaten wählen' },
        byName: true,
      },
    },
  },
  reads: {
    getIndexedMetadataKeys: {},
  },
})
