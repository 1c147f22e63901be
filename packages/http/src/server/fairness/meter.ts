import type { Branch, Lineage } from './fair-queue.ts'

/** What a request costs of whom nothing is known, in milliseconds. */
const FIRST_GUESS_MS = 5
/** How much of an estimate the last cost is. */
const LAST_PART = 0.2
/** The same for what may be long and was short: a long request that pauses has short parts, and several long ones are not to run together. */
const LAST_PART_OF_LONG = 0.02
/** A request that, by those of its credential before it, takes so long or longer may be long. */
export const LIGHT_MS = 3
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

  function learn(lineage: Lineage<T>, ms: number): void {
    const leaf = lineage.at(-1)
    const before = guess(lineage)
    const part = before >= LIGHT_MS && ms < before ? LAST_PART_OF_LONG : LAST_PART
    if (leaf) guesses.set(leaf, before + (ms - before) * part)
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
        learn(lineage, each)
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
