import type { Branch, Lineage } from './fair-queue.ts'

/** What a request costs of whom nothing is known, in milliseconds. */
const FIRST_GUESS_MS = 5
/** How much of an estimate the last cost is. */
const LAST_PART = 0.2
/** Payers whose use is remembered. */
const MOST_USED = 1000

/** Measures the main thread, from one request that begins to the next or to its first wait, and shares what cannot be told apart. */
export function createMeter<T>(charge: (lineage: Lineage<T>, ms: number) => void) {
  const guesses = new WeakMap<Branch<T>, number>()
  const used = new Map<string, number>()
  let began = 0
  let lineages: Lineage<T>[] = []

  const guess = (lineage: Lineage<T>): number => {
    const leaf = lineage.at(-1)
    return (leaf && guesses.get(leaf)) ?? FIRST_GUESS_MS
  }

  function bill(lineage: Lineage<T>, ms: number): void {
    charge(lineage, ms)
    const payer = payerOf(lineage)
    used.set(payer, (used.get(payer) ?? 0) + ms)
    if (used.size > MOST_USED) forgetSmallest(used)
  }

  return {
    used: () => used,
    guess,
    bill,
    add(lineage: Lineage<T>) {
      if (lineages.length === 0) began = performance.now()
      lineages.push(lineage)
    },
    stop() {
      if (lineages.length === 0) return
      const each = (performance.now() - began) / lineages.length
      for (const lineage of lineages) {
        bill(lineage, each)
        const leaf = lineage.at(-1)
        if (leaf) guesses.set(leaf, guess(lineage) * (1 - LAST_PART) + each * LAST_PART)
      }
      lineages = []
    },
  }
}

function payerOf<T>(lineage: Lineage<T>): string {
  const [kind, payer] = lineage
  return kind?.name === 'known' ? (payer?.name ?? '') : (kind?.name ?? '')
}

function forgetSmallest(used: Map<string, number>): void {
  const sorted = [...used].sort(([, one], [, other]) => one - other)
  for (const [payer] of sorted.slice(0, MOST_USED / 10)) used.delete(payer)
}
