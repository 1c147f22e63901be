import { isUtf8 } from 'node:buffer'
import { lookup } from 'mrmime'
import { endingOf } from './file-name.ts'

/** Beginnings that many formats share: what is in them is what the name says. */
const CONTAINERS: Record<string, RegExp> = {
  'application/zip': /^application\/(?:vnd\.(?:openxmlformats|oasis|ms-|apple\.)|epub)/,
  'application/x-cfb': /^application\/(?:msword|vnd\.ms-|vnd\.visio)/,
  'application/xml': /[/+]xml$/,
}
/** Enough for the formats that are told by their beginning; a packed one is unpacked no further than this holds. */
const SNIFF_BYTES = 4100

/**
 * What a file is, by its content: the name decides only among formats that begin alike, and among kinds of text. What the
 * sender says it is does not count.
 * @param head the first bytes of the content
 */
export async function mediaTypeOf(head: Buffer, name: string): Promise<string> {
  const byName = lookup(endingOf(name))
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head.subarray(0, SNIFF_BYTES))
  if (found) return byName !== undefined && CONTAINERS[found.mime]?.test(byName) ? byName : found.mime
  if (!isText(head)) return 'application/octet-stream'
  // A format that has a beginning of its own has not shown it.
  const isOwn = byName !== undefined && !(await isToldByContent(endingOf(name)))
  return isOwn && /^text\/|[/+](?:xml|json)$/.test(byName) ? byName : 'text/plain'
}

/** Whether bytes are the beginning of a text in UTF-8: a character at the end may be cut. */
function isText(head: Buffer): boolean {
  if (head.includes(0)) return false
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))))
}

/**
 * Whether a step takes a file: by media type (`image/*` too), or by the ending of the name (`.pdf`) if the content does not
 * show something else. Where nothing is named, everything is taken.
 */
export async function isAccepted(
  accept: readonly string[],
  { name, media_type }: { name: string; media_type: string },
): Promise<boolean> {
  if (accept.length === 0) return true
  const ending = endingOf(name)
  const isPlausible = [lookup(ending) ?? media_type, 'application/octet-stream'].includes(media_type)
  // A name that ends like a format which would have been told by its content.
  const isOther = media_type === 'application/octet-stream' && (await isToldByContent(ending))
  return accept.some((rule) => {
    const pattern = rule.toLowerCase()
    if (pattern.startsWith('.')) return `.${ending}` === pattern && isPlausible && !isOther
    return pattern.endsWith('/*') ? media_type.startsWith(pattern.slice(0, -1)) : pattern === media_type
  })
}

/** Whether files with such an ending are told by their content. The library is loaded with the first upload. */
async function isToldByContent(ending: string): Promise<boolean> {
  const { supportedExtensions } = await import('file-type')
  const known: ReadonlySet<string> = supportedExtensions
  return known.has(ending)
}
