import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { version } = JSON.parse(readFileSync(require.resolve('recheck/package.json'), 'utf8'))
/** An expression that is not decided in this time is refused, in favour of a simpler one. */
const TIMEOUT_MS = 60_000
/** Most are decided by automata, which takes milliseconds; the search does what takes them longer, or what they do not know. */
const AUTOMATA = { checker: 'automaton', timeout: 500 }
/** Its search is bounded by steps alone and begins at one place: on a busy machine, too, it says the same each time. */
const SEARCH = {
  randomSeed: 1,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  recallTimeout: null,
  timeout: TIMEOUT_MS,
}

/** Says of regular expressions whether they are linear. @param cached what an earlier judge knew */
export function createJudge(cached) {
  const known = {}
  return {
    /** Why one is refused; undefined for one that is linear. */
    faultOf({ pattern, flags }) {
      const key = `${version} ${JSON.stringify([AUTOMATA, SEARCH])} /${pattern}/${flags}`
      known[key] ??= cached[key] ?? analysed(pattern, flags)
      return known[key] === '' ? undefined : known[key]
    },
    known: () => known,
  }
}

function analysed(pattern, flags) {
  // In JavaScript, in this thread: the programs that do the same are not installed.
  process.env.RECHECK_SYNC_BACKEND = 'pure'
  const { checkSync } = require('recheck')
  const exact = checkSync(pattern, flags, AUTOMATA)
  const { status, complexity, attack, error } = exact.status === 'unknown' ? checkSync(pattern, flags, SEARCH) : exact
  if (status === 'safe') return ''
  if (status === 'vulnerable') return `is of ${complexity.summary} cost, for ${attack.pattern.slice(0, 80)}`
  return `cannot be judged (${error.kind}): say it more simply, or without a regular expression`
}
