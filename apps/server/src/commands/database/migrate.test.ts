import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { freshPostgresDatabase } from '../../../../../test/postgres/databases.ts'

const { run: runProcess, runHere: run, path } = useCommands()

test.each(['sqlite', 'postgres'])('migrate on %s: lists pending migrations, and applies them', async (engine) => {
  const postgres = async () => ({
    DATABASE_URL: await freshPostgresDatabase(),
    HANDRAIL_SECRET: 'a secret of the tests, long enough for anybody',
  })
  const environment = engine === 'postgres' ? await postgres() : {}
  const pending = await run(['migrate', '--dry-run'], { environment })
  expect(pending.stdout).toMatch(/^These migrations would be applied:\n {2}0000_\w+\n/)
  expect(existsSync(path('data/handrail.db'))).toBe(false)
  expect((await runProcess(['migrate'], { environment })).stdout).toBe(
    pending.stdout.replace('These migrations would be applied:', 'Applied:'),
  )
  for (const args of [['migrate', '--dry-run'], ['migrate']])
    expect(await run(args, { environment })).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' })
})
