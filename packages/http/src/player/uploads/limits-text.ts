import type { UploadLimits } from '@handrail/core'
import type { SingleKey } from '../words/catalogue.ts'
import type { Words } from '../words/words.ts'

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

/** What a step takes, as its page says it before anything is chosen: `PDF, CSV or photos, 20 MB each`. */
export function limitsText({ accept, max_bytes }: UploadLimits, words: Words): string {
  const size = words.size(max_bytes)
  return accept.length === 0
    ? words.say('upload_any', { size })
    : words.say('upload_limits', { kinds: kindsText(accept, words), size })
}

export function kindsText(accept: readonly string[], words: Words): string {
  return words.either([...new Set(accept.map((rule) => kindText(rule.toLowerCase(), words)))])
}

function kindText(rule: string, words: Words): string {
  const kind = KINDS.find(([pattern]) => pattern.test(rule))?.[1]
  if (kind === undefined) return rule.startsWith('.') ? rule.slice(1).toUpperCase() : rule
  return typeof kind === 'string' ? words.say(kind) : kind.name
}

/** Whether a step takes what a camera makes. */
export function takesPhotos({ accept }: UploadLimits): boolean {
  return accept.length === 0 || accept.some((rule) => /^image\/(?:\*|jpe?g)$|^\.jpe?g$/i.test(rule))
}
