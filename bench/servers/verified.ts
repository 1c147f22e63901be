import { createHash } from 'node:crypto'

const KEPT_MS = 3000

/** Remembers verified tokens as long as the service does. */
export function createVerified() {
  const verified = new Map<string, { workspace_id: string; until: number }>()
  return {
    /** @returns the hash of the token, and its workspace if the token is remembered */
    find(authorization = ''): { hash: string; workspace_id: string | undefined } {
      const hash = createHash('sha256').update(authorization.slice(7)).digest('base64url')
      const known = verified.get(hash)
      return { hash, workspace_id: known && known.until > performance.now() ? known.workspace_id : undefined }
    },
    /** @param key the one with this hash @throws Error without one */
    keep(hash: string, key: { workspace_id: string } | undefined): string {
      if (!key) throw new Error('unknown token')
      verified.set(hash, { workspace_id: key.workspace_id, until: performance.now() + KEPT_MS })
      return key.workspace_id
    },
  }
}
