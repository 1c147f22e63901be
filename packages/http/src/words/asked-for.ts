const MAX_ASKED = 20

/**
 * The tags of languages that a browser asks for, the dearest first.
 * @param acceptLanguage as browsers send it (RFC 9110 section 12.5.4)
 */
export function askedFor(acceptLanguage: string | undefined): string[] {
  return (acceptLanguage ?? '')
    .split(',', MAX_ASKED)
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';')
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { tag, quality: quality === undefined ? 1 : Number(quality.trim().slice(2)) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

/** The first of the tags whose language there is: `de` of `de-CH`. */
export function firstKnown<Language extends string>(
  tags: readonly string[],
  languages: readonly Language[],
): Language | undefined {
  const bases = tags.map((tag) => tag.split('-')[0]?.toLowerCase())
  return bases.map((base) => languages.find((language) => language === base)).find((language) => language !== undefined)
}
