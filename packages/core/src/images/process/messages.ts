/** What is to be done to an image. */
export type Work =
  | { what: 'rewrite'; content: Uint8Array; longest: number }
  | { what: 'draw'; content: Uint8Array; width: number; height: number }

/** `seconds` of the processor are what it may take. */
export type Order = Work & { seconds: number }

export interface Done {
  content: Uint8Array
  width: number
  height: number
}

/** Why it was not done: `unavailable` where this machine cannot read images at all. */
export type Problem = 'unreadable' | 'too_many_pixels' | 'took_too_much' | 'unavailable'

export type Answer = { done: Done; problem?: undefined } | { done?: undefined; problem: Problem }
