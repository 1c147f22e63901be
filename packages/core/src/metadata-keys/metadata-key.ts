import { z } from 'zod'
import { requiredText } from '../fields/fields.ts'
import { isFilterKey } from '../records/metadata-filter/metadata-filter.ts'

/** Maximum number of indexed keys in a workspace. */
const MAX_KEYS = 5
/** With the longest value, a row fits a page of an index of PostgreSQL. */
const MAX_KEY_LENGTH = 100

const Key = requiredText(MAX_KEY_LENGTH).refine(isFilterKey, { error: 'is not a key that can be filtered by' })

export const IndexedKeys = z
  .array(Key)
  .max(MAX_KEYS)
  .transform((keys) => [...new Set(keys)])
  .describe('Keys at the first level of the metadata of contacts, organisations and enrollments')

const IndexedKey = z
  .object({
    key: z.string().meta({ reference: 'Key at the first level of the metadata.' }),
    status: z
      .enum(['building', 'ready'])
      .describe('building: the values of existing records are being indexed, and filters do not use the index yet'),
  })
  .meta({ id: 'IndexedMetadataKey', reference: 'A key of metadata whose values are indexed.' })

export const IndexedMetadataKeys = z
  .object({ keys: z.array(IndexedKey).meta({ reference: 'The keys, at most five.' }) })
  .meta({ id: 'IndexedMetadataKeys', reference: 'The keys of metadata whose values are indexed.' })
