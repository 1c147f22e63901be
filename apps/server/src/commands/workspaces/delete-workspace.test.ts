import { expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'

const { run: runProcess, runHere: run } = useCommands()

test('delete-workspace: deletes a workspace after its name is confirmed', async () => {
  const password = { input: 'correct horse battery\n' }
  await run(['setup', '--email', 'ada@example.com', '--workspace', 'Acme'], password)
  await run(['setup', '--email', 'ada@example.com', '--workspace', 'Acme Labs', '--additional'], password)
  expect((await run(['delete-workspace'])).stderr).toContain('--workspace Acme --confirm Acme')
  expect(await run(['delete-workspace', '--workspace', 'Acme Labs'])).toMatchObject({
    code: 2,
    stderr: 'To delete "Acme Labs" with all its data, add: --confirm "Acme Labs"\n',
  })
  expect(await runProcess(['delete-workspace', '--workspace', 'Acme Labs', '--confirm', 'Acme Labs'])).toMatchObject({
    code: 0,
    stdout: 'Deleted the workspace "Acme Labs" with all its data\n',
  })
  const again = await run(['delete-workspace', '--workspace', 'Acme Labs', '--confirm', 'Acme Labs'])
  expect(again.stderr).toMatch(/There is no workspace "Acme Labs". There are:\n {2}\S+ {2}Acme\n/)
})
