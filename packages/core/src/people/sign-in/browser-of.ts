const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
/** The length of a `User-Agent` that is shown instead of a name. */
const SHOWN_LENGTH = 60

interface Browser {
  browser: string | null
  system: string | null
}

/** The names by which a person knows a browser and its system, from its `User-Agent`. */
export function browserOf(device: string): Browser {
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(device))?.[1]
  const browser = nameIn(BROWSERS)
  if (browser !== undefined) return { browser, system: nameIn(SYSTEMS) ?? null }
  return { browser: device.slice(0, SHOWN_LENGTH) || null, system: null }
}
