import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** The first says what was expected, and often only the next what happened. */
const MESSAGE_LINES = 3
/** Files that are named with the time they took. */
const SLOWEST = 10

/**
 * Says why each skipped test was skipped, which files took the longest, and last what failed; with `file`, also writes
 * `{ files, unhandled }` there as JSON, where `files` has `{ passed, failed, skipped }` for each file of tests by its path, and
 * `unhandled` counts the errors outside all of them.
 */
export function totals(file: string | undefined): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const tests = modules.flatMap((module) => [...module.children.allTests()])
      const skipped = tests.filter((test) => test.result().state === 'skipped')
      for (const test of skipped) console.log(`skipped  ${test.fullName}: ${reasonOf(test)}`)
      const slowest = modules.toSorted((one, other) => lengthOf(other) - lengthOf(one)).slice(0, SLOWEST)
      for (const module of slowest)
        console.log(`${(lengthOf(module) / 1000).toFixed(1).padStart(7)} s  ${module.relativeModuleId}`)
      const failures = tests.filter((test) => test.result().state === 'failed')
      // Who has only the end of a long log sees what to look for.
      for (const test of failures)
        console.log(`failed  ${test.module.relativeModuleId}: ${test.fullName}: ${messageOf(test)}`)
      if (file === undefined) return

      const files = Object.fromEntries(modules.map((module) => [module.relativeModuleId, totalsOf(module)]))
      writeFileSync(file, JSON.stringify({ files, unhandled: unhandledErrors.length }))
    },
  }
}

/** In milliseconds, as it ran beside others. */
function lengthOf(module: TestModule): number {
  return module.diagnostic().duration
}

function totalsOf(module: TestModule) {
  const states = [...module.children.allTests()].map((test) => test.result().state)
  const count = (state: string) => states.filter((each) => each === state).length
  return { passed: count('passed'), failed: count('failed') + brokenSuites(module).length, skipped: count('skipped') }
}

function reasonOf(test: TestCase): string {
  const result = test.result()
  return (result.state === 'skipped' && result.note) || 'no reason given'
}

function messageOf(test: TestCase): string {
  const [message = 'no message'] = test.result().errors?.map((error) => error.message) ?? []
  return message.split(/\s*\n\s*/, MESSAGE_LINES).join(' | ')
}

/** Files that could not be loaded, and suites whose hooks failed: no single test stands for them. */
function brokenSuites(module: TestModule): unknown[] {
  return [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
}
