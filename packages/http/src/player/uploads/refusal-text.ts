import type { AppError, UploadLimits } from '@handrail/core'
import type { I18n } from '../i18n/i18n.ts'
import { kindsText } from './limits-text.ts'

/** Why a file was not taken, in the reader's words. */
export function refusalText({ code, fieldErrors }: AppError, name: string, limits: UploadLimits, i18n: I18n): string {
  if (code === 'unavailable') return i18n.t('upload_full')
  if (fieldErrors?.step_id) return i18n.t('upload_enough', { count: limits.max_files })
  const wrong = [fieldErrors?.content ?? []].flat()[0]?.code
  if (wrong === 'empty') return i18n.t('upload_empty')
  if (wrong === 'too_large') return i18n.t('upload_too_large', { size: i18n.size(limits.max_bytes) })
  if (wrong !== 'not_an_option') return i18n.t('upload_failed')
  if (/\.(?:zip|rar|7z|tar|t?gz)$/i.test(name)) return i18n.t('upload_zip')
  return i18n.t('upload_kind', { kinds: kindsText(limits.accept, i18n) })
}
