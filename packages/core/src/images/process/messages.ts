/** The work on an image. */
export type Work =
  | { what: 'rewrite'; content: Uint8Array; longest: number }
  | { what: 'draw'; content: Uint8Array; width: number; height: number }

/** An order with its limit of processor `seconds`. */
export type Order = Work & { seconds: number }

export interface Done {
  content: Uint8Array
  width: number
  height: number
}

/** The reason of a failure: `unavailable` if this machine cannot process images at all. */
export type Problem = 'unreadable' | 'too_many_pixels' | 'took_too_much' | 'unavailable'

export type Answer = { done: Done; problem?: undefined } | { done?: undefined; problem: Problem }
