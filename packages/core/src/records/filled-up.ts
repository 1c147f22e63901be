/** The numbers of ids that statements are prepared for. */
const SIZES = [1, 5, 25, 100]

/**
 * Some ids for a prepared statement of few sizes. More than a hundred stay as they are.
 * @param filler what fills them up; by default one of them
 */
export function filledUp<F = string>(ids: readonly string[], filler?: F): (string | F)[] {
  const size = SIZES.find((one) => one >= ids.length) ?? ids.length
  const filling = filler === undefined ? (ids[0] ?? '') : filler
  return [...ids, ...Array.from({ length: size - ids.length }, () => filling)]
}
