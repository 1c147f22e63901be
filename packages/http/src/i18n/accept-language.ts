const MAX_RANGES = 20

/**
 * The language tags that a browser accepts, the preferred first.
 * @param acceptLanguage as browsers send it (RFC 9110 section 12.5.4)
 */
export function acceptedLanguages(acceptLanguage: string | undefined): string[] {
  return (acceptLanguage ?? '')
    .split(',', MAX_RANGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';')
      const quality = parameters.find((parameter) => parameter.trim().startsWith('q='))
      return { tag, quality: quality === undefined ? 1 : Number(quality.trim().slice(2)) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

/** The first language that is supported: `de` for `de-CH`. */
export function firstSupported<Language extends string>(
  tags: readonly string[],
  languages: readonly Language[],
): Language | undefined {
  const bases = tags.map((tag) => tag.split('-')[0]?.toLowerCase())
  return bases.map((base) => languages.find((language) => language === base)).find((language) => language !== undefined)
}
