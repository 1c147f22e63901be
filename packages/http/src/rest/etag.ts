/** An entity tag with the suffix of a compressed response. */
const COMPRESSED = /("[\w-]{27})-(?:br|gzip)"/g

/** A strong tag differs by content coding (RFC 9110 section 8.8.3.3). */
export function withCoding(tag: string, coding: string | undefined): string {
  return coding === undefined ? tag : `${tag.slice(0, -1)}-${coding}"`
}

/** Maps tags of compressed responses to those of the record: a client sends back the tag that it got. */
export function withoutCoding(tags: string): string {
  return tags.replace(COMPRESSED, '$1"')
}

/** Compares `If-None-Match` with the current tag, by weak comparison (RFC 9110 section 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return withoutCoding(ifNoneMatch)
    .split(',')
    .some((candidate) => candidate.trim().replace(/^W\//, '') === tag)
}
