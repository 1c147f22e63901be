// Every regular expression of the sources is linear in what it is given: what others send must not cost more than its length.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { regexpsIn } from './regexps/find.mjs'
import { createJudge } from './regexps/judge.mjs'
import { root, sources } from './workspace.mjs'

/** The results of earlier runs, keyed by expression and analyser, so that they are never out of date. */
const CACHE = join(root, 'node_modules/.cache/regexps.json')

const found = sources().flatMap((path) => regexpsIn({ path, text: readFileSync(join(root, path), 'utf8') }))
const judge = createJudge(readCache())
const faults = found.flatMap(({ at, ...regexp }) => {
  const fault = judge.faultOf(regexp)
  return fault === undefined ? [] : [`${at}: /${regexp.pattern}/${regexp.flags} ${fault}`]
})
mkdirSync(dirname(CACHE), { recursive: true })
writeFileSync(CACHE, JSON.stringify(judge.known()))

for (const fault of faults) console.error(fault)
console.log(`${found.length} regular expressions, ${faults.length} that are not linear`)
process.exitCode = faults.length === 0 ? 0 : 1

function readCache() {
  try {
    return JSON.parse(readFileSync(CACHE, 'utf8'))
  } catch {
    return {}
  }
}
