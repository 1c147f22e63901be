import type { Answer, Browser } from './browser.ts'

/** The credentials of an attacker: a workspace with all rights in it. */
export interface Attacker {
  url: string
  /** Sessions of an admin and of a read-only member. */
  admin: Browser
  viewer: Browser
  /** A key with every scope. */
  token: string
  guide_id: string
  /** A key that reads contacts and enrollments, in a workspace with 100,000 contacts. */
  reader: string
  /** The token of the link of a customer in a sample workspace. */
  link: string
}

export interface Attack {
  name: string
  /** @returns the responses; the only 5xx status allowed is 503 */
  run(attacker: Attacker): Promise<Answer[]>
}

/** Runs the given number of concurrent requests, and repeats them. */
export async function repeated(times: number, work: (time: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: times }, (_, time) => work(time)))
}
