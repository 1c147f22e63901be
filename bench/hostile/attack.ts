import type { Answer, Browser } from './browser.ts'

/** What an attacker has: a workspace of their own, with all rights in it. */
export interface Attacker {
  url: string
  /** Of an admin, and of a member who may only look. */
  admin: Browser
  viewer: Browser
  /** A key with every scope. */
  token: string
  guide_id: string
}

export interface Attack {
  name: string
  /** @returns the answers, of which none may be 5xx but 503 */
  run(attacker: Attacker): Promise<Answer[]>
}

/** So many at once, and the same again. */
export async function repeated(times: number, work: (time: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: times }, (_, time) => work(time)))
}
