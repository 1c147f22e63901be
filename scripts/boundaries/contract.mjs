const CONTRACT = 'packages/core/src/contract/index.ts'

let reached

/** The files that the contract of the core is made of, wherever they lie: those that it imports, for their values. */
export function contractFiles(imports) {
  if (reached) return reached
  reached = new Set([CONTRACT])
  // The loop also visits what is added during it.
  for (const file of reached) for (const one of imports) if (one.from === file && !one.typeOnly) reached.add(one.to)
  return reached
}
