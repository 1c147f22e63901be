import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { useProgram } from '../../../../../test/program.ts'

const { run, path } = useProgram()

beforeEach(async () => {
  await run(['setup', '--email', 'ada@example.com', '--workspace', 'Acme'])
})

test('discard-import: gives up a running import, and lists running ones for an unknown ID', async () => {
  writeFileSync(path('people.csv'), 'E-mail;Vorname\nzoe@a.example;Zoé\n')
  const done = await run(['import', path('people.csv')])
  const [, id = ''] = /handrail undo-import (\S+) --data \S+\n$/.exec(done.stdout) ?? []
  expect(await run(['discard-import', id])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`people.csv is done. Undo it with: handrail undo-import ${id}`),
  })
  await run(['import', path('people.csv'), '--dry-run'])
  const database = new DatabaseSync(path('data/handrail.db'))
  const checked = String(database.prepare("select id from imports where status = 'checked'").get()?.id)
  // As where the process ended in the middle of it.
  database.prepare("update imports set status = 'running', next_attempt_at = created_at where id = ?").run(checked)
  database.close()
  expect(await run(['discard-import', '019aa0f4-7c00-7000-8000-000000000099'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Running imports:\n  ${checked}  people.csv, running, "Acme"`),
  })
  expect((await run(['discard-import', checked])).stdout).toBe(
    `Gave up the import of people.csv into "Acme"\nThe records it made stay. Undo it with: handrail undo-import ${checked} --data ${path('data')}\n`,
  )
  expect((await run(['discard-import', checked])).stdout).toContain('has already failed: The import was cancelled')
}, 180_000)

test('import and export: errors are reported by row, and records are exported as a list, an archive and a guide', async () => {
  writeFileSync(path('people.csv'), 'E-mail;Vorname;Tier\nzoe@a.example;Zoé;gold\nbad@@a.example;Bad;\n')
  const dry = await run(['import', path('people.csv'), '--dry-run'])
  expect(dry.stdout).toBe('Nothing was imported. An import would give: 1 new, 0 updated, 0 unchanged, 1 skipped\n')
  expect(dry.stderr).toContain('Row 3: E-mail "bad@@a.example" is invalid')
  const results = path('results.csv')
  const done = await run(['import', path('people.csv'), '--columns', 'Tier=metadata.tier', '--results', results])
  expect(done.stdout).toMatch(/^Imported into "Acme": 1 new, 0 updated, 0 unchanged, 1 skipped\n/)
  const [, id = ''] = /handrail undo-import (\S+) --data \S+\n$/.exec(done.stdout) ?? []
  expect(readFileSync(results, 'utf8')).toContain('3,faulty,E-mail is invalid,bad@@a.example,Bad,')
  expect(await run(['import', path('people.csv'), '--columns', 'Level=email'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The file has no column "Level". Its columns: E-mail, Vorname, Tier'),
  })
  expect(await run(['import', path('absent.csv')])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Cannot read/),
  })

  const list = await run(['export', '-', '--list', 'contacts'])
  expect(list.stdout).toContain('zoe@a.example,Zoé')
  expect(list.stdout).toContain('""tier"":""gold""')
  expect(await run(['export', path('acme.zip')])).toMatchObject({ code: 0 })
  expect(readFileSync(path('acme.zip')).subarray(0, 2).toString()).toBe('PK')
  expect(await run(['export', path('people.xlsx'), '--list', 'contacts'])).toMatchObject({ code: 0 })
  expect(readFileSync(path('people.xlsx')).toString('latin1')).toContain('xl/worksheets/sheet1.xml')

  const guide = { title: 'Welcome', sections: [{ title: 'Start', steps: [{ title: 'Say hello' }] }] }
  await run(['import-guide', '-'], { input: JSON.stringify(guide) })
  const { stdout } = await run(['export-guide', 'Welcome'])
  expect(await run(['undo-import', id])).toMatchObject({ code: 0, stdout: 'Undid 1 row of the import into "Acme"\n' })
  expect((await run(['export', '-', '--list', 'contacts'])).stdout).not.toContain('zoe@a.example')
  const enrolled = await run(['import', path('people.csv'), '--enroll-in', 'Welcome'])
  expect(enrolled.stdout).toContain('\nEnrolled 1\n')
  expect(await run(['import-guide', '-'], { input: stdout })).toMatchObject({ code: 0 })
  expect(await run(['export-guide', 'Welcome'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Several guides'),
  })
}, 180_000)
