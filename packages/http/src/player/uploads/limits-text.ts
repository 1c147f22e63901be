import type { UploadLimits } from '@handrail/core/internal'
import type { SingleKey } from '../i18n/catalogue.ts'
import type { I18n } from '../i18n/i18n.ts'

/** Kinds of files that people have a word for, by the beginnings of media types and by endings. */
const KINDS: readonly [RegExp, SingleKey | { name: string }][] = [
  [/^image\/|^\.(?:jpe?g|png|heic|webp|gif)$/, 'kind_photos'],
  [/^video\/|^\.(?:mp4|mov|webm)$/, 'kind_videos'],
  [/^audio\/|^\.(?:mp3|m4a|wav)$/, 'kind_recordings'],
  [/^application\/pdf$|^\.pdf$/, { name: 'PDF' }],
  [/^application\/vnd\.(?:ms-excel|openxmlformats-officedocument\.spreadsheetml)|^\.xlsx?$/, { name: 'Excel' }],
  [/^application\/(?:msword|vnd\.openxmlformats-officedocument\.wordprocessingml)|^\.docx?$/, { name: 'Word' }],
  [
    /^application\/vnd\.(?:ms-powerpoint|openxmlformats-officedocument\.presentationml)|^\.pptx?$/,
    { name: 'PowerPoint' },
  ],
  [/^text\/csv$|^\.csv$/, { name: 'CSV' }],
  [/^text\/plain$|^\.txt$/, 'kind_texts'],
]

/** The accepted files of a step, for its page: `PDF, CSV or photos, 20 MB each`. */
export function limitsText({ accept, max_bytes }: UploadLimits, i18n: I18n): string {
  const size = i18n.size(max_bytes)
  return accept.length === 0
    ? i18n.t('upload_any', { size })
    : i18n.t('upload_limits', { kinds: kindsText(accept, i18n), size })
}

export function kindsText(accept: readonly string[], i18n: I18n): string {
  return i18n.either([...new Set(accept.map((rule) => kindText(rule.toLowerCase(), i18n)))])
}

function kindText(rule: string, i18n: I18n): string {
  const kind = KINDS.find(([pattern]) => pattern.test(rule))?.[1]
  if (kind === undefined) return rule.startsWith('.') ? rule.slice(1).toUpperCase() : rule
  return typeof kind === 'string' ? i18n.t(kind) : kind.name
}

/** Whether a step accepts photos. */
export function takesPhotos({ accept }: UploadLimits): boolean {
  return accept.length === 0 || accept.some((rule) => /^image\/(?:\*|jpe?g)$|^\.jpe?g$/i.test(rule))
}
