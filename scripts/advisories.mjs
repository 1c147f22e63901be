import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, run, say } from './process.mjs'
import { root } from './workspace.mjs'

/** Advisories that do not concern Handrail, or not yet: `{ id, package, reason, until }`, with the last day on which that is accepted. */
const ACCEPTED = join(root, 'scripts/accepted-advisories.json')

const USAGE = 'npm run advisories [-- --required] [--registry ADDRESS]'

/**
 * Asks the registry which advisories there are about what the packages are installed with, by the lockfile.
 * @param args `--required` fails where the registry gives no answer; `--registry` asks another one
 * @returns 1 for an advisory that is not accepted, an acceptance that has ended, and one of an advisory that no longer concerns us
 */
export async function examineAdvisories(
  { node, pnpm, environment },
  args,
  { accepted = readAccepted(), today = now() } = {},
) {
  const { isRequired, registry } = optionsIn(args)
  const asked = ['audit', '--prod', '--json', ...(registry === undefined ? [] : ['--registry', registry])]
  const { output } = await run(node, [pnpm, ...asked], { quiet: true, cwd: root, env: environment })
  const found = advisoriesIn(output)
  if (!found) {
    say('The registry does not answer which advisories there are: nothing was examined.')
    return isRequired ? 1 : 0
  }
  const problems = [
    ...found.flatMap((advisory) => problemOf(advisory, accepted, today) ?? []),
    ...accepted
      .filter(({ id }) => !found.some((one) => one.id === id))
      .map(
        ({ id }) =>
          `${id} is accepted, and concerns no package any more: remove it from scripts/accepted-advisories.json`,
      ),
  ]
  for (const problem of problems) say(problem)
  say(`${found.length} advisories, ${problems.length} to act on`)
  return problems.length > 0 ? 1 : 0
}

function optionsIn(args) {
  const rest = [...args]
  const options = { isRequired: false, registry: undefined }
  while (rest.length > 0) {
    const flag = rest.shift()
    if (flag === '--required') options.isRequired = true
    else if (flag === '--registry' && rest.length > 0) options.registry = rest.shift()
    else throw new Failure(`${flag} is unknown here: ${USAGE}`)
  }
  return options
}

/** @returns undefined where the registry has given no answer, as those of companies that have no such service */
function advisoriesIn(output) {
  let answer
  try {
    answer = JSON.parse(output.slice(output.indexOf('{')))
  } catch {
    return undefined
  }
  if (!answer.advisories) return undefined
  return Object.values(answer.advisories).map((one) => ({
    id: one.github_advisory_id ?? String(one.id),
    package: one.module_name,
    versions: [...new Set(one.findings.map(({ version }) => version))].join(', '),
    paths: one.findings.flatMap(({ paths }) => paths),
    ...{ title: one.title, severity: one.severity, patched: one.patched_versions, url: one.url },
  }))
}

function problemOf(advisory, accepted, today) {
  const { id, title, severity, versions, paths, patched, url } = advisory
  const acceptance = accepted.find((one) => one.id === id && one.package === advisory.package)
  if (acceptance && acceptance.until >= today) return undefined
  const since = acceptance ? `, accepted until ${acceptance.until} (${acceptance.reason})` : ''
  const way = paths[0] ? ` by ${paths[0].replaceAll('>', ' > ')}` : ''
  return `${severity}: ${title} (${id}): ${advisory.package} ${versions}${way}; mended in ${patched}. ${url}${since}`
}

/** @throws Failure for an entry without a reason or an end */
export function readAccepted(file = ACCEPTED) {
  const accepted = JSON.parse(readFileSync(file, 'utf8'))
  for (const one of accepted)
    if (!one.id || !one.package || !one.reason || !/^\d{4}-\d{2}-\d{2}$/.test(one.until ?? ''))
      throw new Failure(`${file}: each entry needs id, package, reason and until, a date: ${JSON.stringify(one)}`)
  return accepted
}

function now() {
  return new Date().toISOString().slice(0, 10)
}
