import { writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { call } from '../../../../../test/program.ts'

const { run: runProcess, runHere: run, serve, path } = useCommands()
const guide = {
  title: 'Welcome',
  sections: [{ title: 'Start', steps: [{ title: 'Watch', type: 'video', content: { url: 'https://v.example/1' } }] }],
}
const input = JSON.stringify(guide)

beforeEach(async () => {
  await run(['setup', '--email', 'ada@example.com', '--workspace', 'Acme'])
})

test('import-guide: publishes a guide from a file, and from stdin while a server runs', async () => {
  const { url } = await serve()
  const { stdout: token } = await run(['create-key', '--name', 'x', '--scopes', 'all'])
  writeFileSync(path('guide.json'), input)
  expect((await run(['import-guide', path('guide.json')])).stdout).toMatch(
    /^Published "Welcome" \(1 steps\) in "Acme"\. Its id: /,
  )
  expect(await runProcess(['import-guide', '-'], { input })).toMatchObject({ code: 0 })
  expect(await run(['import-guide', '-', '--draft'], { input })).toMatchObject({
    stdout: expect.stringContaining('Imported as a draft "Welcome"'),
  })
  expect((await call(`${url}/api/v1/guides`, token.trim())).json.meta.total).toBe(2)
})

test.each([
  ['{"title": ', 'half of it', 'stdin is not valid JSON: '],
  ['{"title": " "}', 'a blank title', 'The guide has no steps'],
  [
    '{"title": " ", "sections": [{"title": "A", "steps": [{"title": "B", "type": "video"}, {"titel": "C"}]}]}',
    'faults by field',
    [
      'The guide was not imported:',
      "  title can't be blank",
      "  sections.0.steps.1.title can't be blank",
      '  sections.0.steps.1.titel is not a known field',
    ].join('\n'),
  ],
  ['[]', 'something else', '  The guide must be an object'],
  ['{"title": "A", "sections": "none"}', 'sections that are none', '  sections must be a list'],
  ['{"title": "A", "sections": [null]}', 'a section that is none', '  sections.0 must be an object'],
])('%s: %s', async (text, _name, sentence) => {
  const refused = await run(['import-guide', '-'], { input: text })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain(sentence)
  expect(refused.stderr).not.toContain('    at ')
})

test('import-guide: a guide that cannot be published is refused, and leaves no draft', async () => {
  const steps = [{ title: 'Watch', type: 'video' }, { title: '' }]
  const unfinished = JSON.stringify({ title: 'Unfinished', sections: [{ title: 'A', steps }] })
  const refused = await run(['import-guide', '-'], { input: unfinished })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain(
    [
      'The guide was not imported:',
      "  sections.0.steps.0.content.url can't be blank in a step of type video",
      "  sections.0.steps.1.title can't be blank",
    ].join('\n'),
  )
  const guides = () => {
    const database = new DatabaseSync(path('data/handrail.db'))
    const found = database.prepare('select title from guides').all()
    database.close()
    return found
  }
  expect(guides()).toEqual([])
  expect((await run(['import-guide', '-', '--draft'], { input: unfinished })).code).toBe(0)
  expect(guides()).toHaveLength(1)
})

test('import-guide: a missing file is refused', async () => {
  const refused = await run(['import-guide', 'nowhere.json'])
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Cannot read nowhere\.json: /) })
})
