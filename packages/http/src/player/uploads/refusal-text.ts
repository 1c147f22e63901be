import type { AppError, UploadLimits } from '@handrail/core'
import type { Words } from '../words/words.ts'
import { kindsText } from './limits-text.ts'

/** Why a file was not taken, in the reader's words. */
export function refusalText({ code, fieldErrors }: AppError, name: string, limits: UploadLimits, words: Words): string {
  if (code === 'unavailable') return words.say('upload_full')
  if (fieldErrors?.step_id) return words.say('upload_enough', { count: limits.max_files })
  const wrong = [fieldErrors?.content ?? []].flat()[0]?.code
  if (wrong === 'empty') return words.say('upload_empty')
  if (wrong === 'too_large') return words.say('upload_too_large', { size: words.size(limits.max_bytes) })
  if (wrong !== 'not_an_option') return words.say('upload_failed')
  if (/\.(?:zip|rar|7z|tar|t?gz)$/i.test(name)) return words.say('upload_zip')
  return words.say('upload_kind', { kinds: kindsText(limits.accept, words) })
}
