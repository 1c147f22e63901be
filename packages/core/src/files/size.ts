const KIBIBYTE = 1024
const UNITS = ['KB', 'MB', 'GB'] as const

/** A size in readable form: `25 MB`, `1.5 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < KIBIBYTE) return `${bytes} bytes`
  const power = Math.min(UNITS.length, Math.floor(Math.log2(bytes) / 10))
  const value = Math.round((10 * bytes) / KIBIBYTE ** power) / 10
  return `${value} ${UNITS[power - 1]}`
}
