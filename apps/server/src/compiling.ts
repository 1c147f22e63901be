import { setFlagsFromString } from 'node:v8'

/**
 * From now on no code is compiled for speed. What runs while a service starts runs once: compiled, it would take 8 MB that an idle service
 * then keeps, for code that is never used again.
 */
export function compileLater(): void {
  setFlagsFromString('--no-opt')
  setFlagsFromString('--no-maglev')
}

/** From now on code that runs often is compiled, as by default. */
export function compile(): void {
  setFlagsFromString('--opt')
  setFlagsFromString('--maglev')
}
