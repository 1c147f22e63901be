/** The first and the last name in a column with whole names. */
export interface SplitName {
  first_name: string
  last_name: string
}

/** The words that begin a last name, in lower case. */
const PARTICLES = new Set(
  'af al ap at av ben bin da dal de del della den der des di do dos du el ibn la le lo ten ter ul und van vande vom von y zu zum zur'.split(
    ' ',
  ),
)

/**
 * Splits a whole name: `Maya Osei`, `Osei, Maya`, or with `isLastFirst` also `Osei Maya`. Words such as `van der` belong to the last
 * name. A name of one word is a first name.
 */
export function splitName(name: string, isLastFirst = false): SplitName {
  const [beforeComma = [], ...afterComma] = name.split(',').map(words)
  const rest = afterComma.flat()
  if (rest.length > 0 && beforeComma.length > 0) return { first_name: rest.join(' '), last_name: beforeComma.join(' ') }
  const all = beforeComma.length > 0 ? beforeComma : rest
  if (all.length < 2) return { first_name: all.join(' '), last_name: '' }
  if (isLastFirst) {
    // The particles come first, then one word.
    const end = all.findIndex((word) => !isParticle(word)) + 1
    const [last, first] = [all.slice(0, end), all.slice(end)]
    return first.length > 0 ? joined(first, last) : { first_name: all.join(' '), last_name: '' }
  }
  const particle = all.findIndex((word, index) => index > 0 && isParticle(word))
  const begin = particle === -1 || particle === all.length - 1 ? all.length - 1 : particle
  return joined(all.slice(0, begin), all.slice(begin))
}

/** A name for a contact of whom only the e-mail address is known: `maya.osei@example.com` is Maya Osei. */
export function nameOfEmail(email: string): SplitName {
  const [local = ''] = email.split('@')
  const parts = (local.split('+')[0] ?? '').split(/[._-]/).filter((part) => part !== '')
  const named = parts.length > 0 ? parts : [local]
  const [first_name = '', ...others] = named.map((part) => part.charAt(0).toUpperCase() + part.slice(1))
  return { first_name, last_name: others.join(' ') }
}

function words(text: string): string[] {
  return text.split(/\s/).filter((word) => word !== '')
}

/** Particles are written in lower case: `Van Morrison` has a first name. */
function isParticle(word: string): boolean {
  return PARTICLES.has(word)
}

function joined(first: string[], last: string[]): SplitName {
  return { first_name: first.join(' '), last_name: last.join(' ') }
}
