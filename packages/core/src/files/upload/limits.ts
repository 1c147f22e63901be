import { validationError } from '../../errors.ts'
import { fieldError } from '../../field-errors.ts'
import type { StoredStep } from '../../storage/tables/guides.ts'

const MEBIBYTE = 1024 ** 2
/** The most that a guide can allow for a file. */
export const MAX_FILE_BYTES = 1024 * MEBIBYTE
/** The most of a file unless the guide says otherwise. */
export const DEFAULT_FILE_BYTES = 25 * MEBIBYTE
export const MAX_FILES = 20

/** The upload limits of a step. */
export interface UploadLimits {
  /** Accepted media types (`image/*` too) and extensions (`.pdf`); empty for all. */
  accept: readonly string[]
  max_bytes: number
  max_files: number
}

/** @throws AppError when the step asks for no file */
export function uploadLimits({ type, content }: Pick<StoredStep, 'type' | 'content'>): UploadLimits {
  if (type !== 'file_upload') throw validationError({ step_id: fieldError('wrong_state', 'is not a file upload step') })
  // The content was validated when the guide was saved.
  const { accept = [], max_bytes = DEFAULT_FILE_BYTES } = content as Partial<UploadLimits>
  return { accept, max_bytes, max_files: MAX_FILES }
}
