/** Fetches a package of the registry, once. @returns its folder in the checkout */
export const { fetchPackage }: { fetchPackage(name: string, version: string): Promise<string> } = await import(
  new URL('../scripts/toolchain.mjs', import.meta.url).href
)
