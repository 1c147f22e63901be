import { configDefaults, defineConfig } from 'vitest/config'
import { builtThreads } from './test/vitest/built-threads.ts'
import { LongestFirst } from './test/vitest/order.ts'
import { totals } from './test/vitest/totals.ts'

// Workspace packages resolve to their sources: tests need no build, and never test a stale one.
// The others are Node's own, which a list given here replaces: "module" is for bundlers, and not always what Node can load.
const conditions = ['handrail-source', 'node', 'development|production']

/**
 * What takes minutes and seldom breaks alone has a command of its own, `npm run test:long`, and `npm test` leaves it out. Whoever calls
 * Vitest names the files.
 */
const LONG = '**/*.long.test.ts'
const part = process.env.HANDRAIL_TESTS

export default defineConfig({
  plugins: builtThreads(),
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // A machine with much else to do takes long for what is quick: nobody waits for it where it is there.
    expect: { poll: { timeout: 30_000 } },
    include: part === 'long' ? [LONG] : ['{packages,apps}/*/{src,test}/**/*.test.{ts,tsx}', 'bench/*.test.ts'],
    exclude: part === 'short' ? [...configDefaults.exclude, LONG] : configDefaults.exclude,
    globalSetup: [
      'test/vitest/temporary-folder.ts',
      'packages/client/scripts/generate.mjs',
      'test/postgres/postgres.ts',
    ],
    reporters: ['default', totals(process.env.TEST_TOTALS_FILE)],
    // Loading the sources anew for each file would take a third of the time: nothing of ours keeps state in its modules, and
    // what a test changes in its process (the clock, the environment) it puts back.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Many tests wait, for processes or for time limits: three more than two cores have work for.
    maxWorkers: 5,
    // On a loaded machine: what hangs is found all the same, only later.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
