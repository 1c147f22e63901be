import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { Metadata } from '../fields/fields.ts'

type Json = Record<string, unknown>

/** A partial update of metadata, which avoids overwriting concurrent changes. */
export const MetadataMerge = Metadata.optional()
  .describe('Instead of metadata: merged into it (RFC 7396); null removes a field')
  .meta({
    reference:
      'Keys to change in the stored metadata, as a merge patch (RFC 7396): others stay, and `null` removes one. Not together with `metadata`.',
  })

/**
 * The metadata after a change: replaced as a whole, or merged.
 * @throws AppError `validation_error` when both are given, or it becomes too large
 */
export function changedMetadata(
  current: Json,
  given: { metadata?: Json | undefined; metadata_merge?: Json | undefined },
) {
  const { metadata, metadata_merge } = given
  if (metadata_merge === undefined) return metadata ?? current
  if (metadata !== undefined)
    throw validationError({ metadata_merge: fieldError('not_together', 'cannot be combined with metadata') })
  const { data, error } = Metadata.safeParse(merged(current, metadata_merge))
  if (error) throw validationError({ metadata_merge: fieldError('too_large', error.issues[0]?.message) })
  return data
}

/** JSON Merge Patch (RFC 7396 section 2). */
function merged(target: unknown, patch: Json): Json {
  const result = isObject(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    // Defined, not assigned: a key may have the name of an inherited property.
    else
      Object.defineProperty(
        result,
        key,
        own(isObject(value) ? merged(Object.hasOwn(result, key) ? result[key] : {}, value) : value),
      )
  }
  return result
}

function own(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, writable: true, configurable: true }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
