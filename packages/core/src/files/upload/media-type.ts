import { isUtf8 } from 'node:buffer'
import { lookup } from 'mrmime'
import { endingOf } from './file-name.ts'

/** Containers shared by several formats, which the extension tells apart. */
const CONTAINERS: Record<string, RegExp> = {
  'application/zip': /^application\/(?:vnd\.(?:openxmlformats|oasis|ms-|apple\.)|epub)/,
  'application/x-cfb': /^application\/(?:msword|vnd\.ms-|vnd\.visio)/,
  'application/xml': /[/+]xml$/,
}
/** Enough to detect formats by their first bytes; archives are unpacked no further than this. */
const SNIFF_BYTES = 4100

/**
 * The media type of a file by its content: the name decides only among formats with the same signature, and among
 * kinds of text. The type that the client declares is ignored.
 * @param head the first bytes of the content
 */
export async function mediaTypeOf(head: Buffer, name: string): Promise<string> {
  const byName = lookup(endingOf(name))
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head.subarray(0, SNIFF_BYTES))
  if (found) return byName !== undefined && CONTAINERS[found.mime]?.test(byName) ? byName : found.mime
  if (!isText(head)) return 'application/octet-stream'
  // A format with a signature of its own would have been detected.
  const isOwn = byName !== undefined && !(await isToldByContent(endingOf(name)))
  return isOwn && /^text\/|[/+](?:xml|json)$/.test(byName) ? byName : 'text/plain'
}

/** Whether bytes are the beginning of UTF-8 text: the last character may be incomplete. */
function isText(head: Buffer): boolean {
  if (head.includes(0)) return false
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))))
}

/**
 * Whether a step accepts a file: by media type (`image/*` too), or by extension (`.pdf`) if the content does not
 * contradict it. An empty list accepts all files.
 */
export async function isAccepted(
  accept: readonly string[],
  { name, media_type }: { name: string; media_type: string },
): Promise<boolean> {
  if (accept.length === 0) return true
  const ending = endingOf(name)
  const isPlausible = [lookup(ending) ?? media_type, 'application/octet-stream'].includes(media_type)
  // The extension of a format that would have been detected by its content.
  const isOther = media_type === 'application/octet-stream' && (await isToldByContent(ending))
  return accept.some((rule) => {
    const pattern = rule.toLowerCase()
    if (pattern.startsWith('.')) return `.${ending}` === pattern && isPlausible && !isOther
    return pattern.endsWith('/*') ? media_type.startsWith(pattern.slice(0, -1)) : pattern === media_type
  })
}

/** Whether files with this extension are detected by content. The library is loaded with the first upload. */
async function isToldByContent(ending: string): Promise<boolean> {
  const { supportedExtensions } = await import('file-type')
  const known: ReadonlySet<string> = supportedExtensions
  return known.has(ending)
}
