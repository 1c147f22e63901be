/** Values in the order in which a page offers them: these first, then all others as the contract has them. */
export function inOrder<T extends string>(values: readonly T[], ...first: T[]): T[] {
  return [...first, ...values.filter((value) => !first.includes(value))]
}
