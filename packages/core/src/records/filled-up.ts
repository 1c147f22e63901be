/** The numbers of ids that statements are prepared for. */
const SIZES = [1, 5, 25, 100]

/** Some ids for a prepared statement of few sizes, filled up by repeating one. More than a hundred stay as they are. */
export function filledUp(ids: readonly string[]): string[] {
  const size = SIZES.find((one) => one >= ids.length) ?? ids.length
  return [...ids, ...Array.from({ length: size - ids.length }, () => ids[0] ?? '')]
}
