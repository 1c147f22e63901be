import { z } from 'zod'
import { requiredText } from '../fields/fields.ts'
import { isFilterKey } from '../records/metadata-filter/metadata-filter.ts'
import { MAX_KEY_LENGTH, MAX_KEYS } from './contract.ts'

const Key = requiredText(MAX_KEY_LENGTH).refine(isFilterKey, { error: 'is not a key that can be filtered by' })

export const IndexedKeys = z
  .array(Key)
  .max(MAX_KEYS)
  .transform((keys) => [...new Set(keys)])
  .describe('Keys at the first level of the metadata of contacts, organisations and enrollments')

const IndexedKey = z
  .object({
    key: z.string(),
    status: z
      .enum(['building', 'ready'])
      .describe('building: the values of existing records are being indexed, and filters do not use the index yet'),
  })
  .meta({ id: 'IndexedMetadataKey' })

export const IndexedMetadataKeys = z.object({ keys: z.array(IndexedKey) }).meta({ id: 'IndexedMetadataKeys' })
