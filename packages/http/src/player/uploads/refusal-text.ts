import type { AppError } from '@handrail/core'
import type { UploadLimits } from '@handrail/core/internal'
import type { I18n } from '../i18n/i18n.ts'
import { kindsText } from './limits-text.ts'

/** The reasons for refusing a file. */
const REFUSALS = [
  'upload_full',
  'upload_enough',
  'upload_empty',
  'upload_too_large',
  'upload_failed',
  'upload_zip',
  'upload_kind',
] as const
export type Refusal = (typeof REFUSALS)[number]

export function refusalOf({ code, fieldErrors }: AppError, name: string): Refusal {
  if (code === 'unavailable') return 'upload_full'
  if (fieldErrors?.step_id) return 'upload_enough'
  const wrong = [fieldErrors?.content ?? []].flat()[0]?.code
  if (wrong === 'empty') return 'upload_empty'
  if (wrong === 'too_large') return 'upload_too_large'
  if (wrong !== 'not_an_option') return 'upload_failed'
  return /\.(?:zip|rar|7z|tar|t?gz)$/i.test(name) ? 'upload_zip' : 'upload_kind'
}

/** The message for a refused file, in the reader's language. */
export function refusalText(refusal: Refusal, limits: UploadLimits, i18n: I18n): string {
  switch (refusal) {
    case 'upload_enough':
      return i18n.t(refusal, { count: limits.max_files })
    case 'upload_too_large':
      return i18n.t(refusal, { size: i18n.size(limits.max_bytes) })
    case 'upload_kind':
      return i18n.t(refusal, { kinds: kindsText(limits.accept, i18n) })
    default:
      return i18n.t(refusal)
  }
}

/** More refused files are not named: their address would be too long. */
const MAX_NAMED = 20
const MAX_NAME = 100

/** Refused files for the address of the page that names them. */
export function refusedQuery(files: readonly (readonly [name: string, refusal: Refusal])[]): URLSearchParams {
  const named = files
    .slice(0, MAX_NAMED)
    .map(([name, refusal]) => `${refusal} ${[...name].slice(0, MAX_NAME).join('')}`)
  return new URLSearchParams(named.map((text) => ['refused', text]))
}

/** The refused files of an address. */
export function refusedIn(query: readonly string[]): (readonly [name: string, refusal: Refusal])[] {
  return query.slice(0, MAX_NAMED).flatMap((text) => {
    const [code, ...name] = text.split(' ')
    const refusal = REFUSALS.find((one) => one === code)
    return refusal ? [[name.join(' ').slice(0, 2 * MAX_NAME), refusal] as const] : []
  })
}
