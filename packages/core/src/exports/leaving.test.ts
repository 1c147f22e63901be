import { expect, test } from 'vitest'
import { pageText } from '../../../../test/documents.ts'
import { WORKSPACE_TABLES } from './content/archived.ts'

test('the manual lists the files of the archive of a workspace, and no other', () => {
  const [, table = ''] = /<!-- archive -->([\s\S]*)<!-- \/archive -->/.exec(pageText('leaving.md')) ?? []
  const listed = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name)
  const written = WORKSPACE_TABLES.map(({ name }) => `${name}.jsonl`)
  expect(listed.toSorted()).toEqual(
    ['workspace.json', 'members.jsonl', ...written, 'files/ID/NAME', 'media/NAME'].toSorted(),
  )
})
