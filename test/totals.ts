import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Says why each skipped test was skipped; with `file`, also writes `{ passed, failed, skipped }` there as JSON. */
export function totals(file: string | undefined): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const tests = modules.flatMap((module) => [...module.children.allTests()])
      const skipped = tests.filter((test) => test.result().state === 'skipped')
      for (const test of skipped) console.log(`skipped  ${test.fullName}: ${reasonOf(test)}`)
      if (file === undefined) return

      const failed = tests.filter((test) => test.result().state === 'failed').length
      const broken = modules.flatMap(brokenSuites).length + unhandledErrors.length
      const passed = tests.filter((test) => test.result().state === 'passed').length
      writeFileSync(file, JSON.stringify({ passed, failed: failed + broken, skipped: skipped.length }))
    },
  }
}

function reasonOf(test: TestCase): string {
  const result = test.result()
  return (result.state === 'skipped' && result.note) || 'no reason given'
}

/** Files that could not be loaded, and suites whose hooks failed: no single test stands for them. */
function brokenSuites(module: TestModule): unknown[] {
  return [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
}
