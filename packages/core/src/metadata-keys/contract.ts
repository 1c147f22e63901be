import { contract } from '../contract/contract.ts'

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
