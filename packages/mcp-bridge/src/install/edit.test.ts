import { expect, test } from 'vitest'
import { setMember } from './edit.ts'

const ENTRY = { command: 'node', args: ['x'] }
const written = (text: string) => setMember(text, 'mcpServers', 'new', ENTRY)

test.each([
  [
    '',
    '{\n  "mcpServers": {\n    "new": {\n      "command": "node",\n      "args": [\n        "x"\n      ]\n    }\n  }\n}\n',
  ],
  [
    '{}',
    '{\n  "mcpServers": {\n    "new": {\n      "command": "node",\n      "args": [\n        "x"\n      ]\n    }\n  }\n}',
  ],
])('a file without servers: %j', (before, after) => {
  expect(written(before)).toBe(after)
})

test('comments, other entries, order and indentation stay', () => {
  const before = `{
\t// Mine
\t"theme": "dark", /* for the night */
\t"mcpServers": {
\t\t"old": { "command": "a,b" }, // with a comma that may be
\t},
\t"last": [1, 2, {"a": "}"}]
}
`
  const after = written(before)
  expect(after).toBe(
    before.replace(
      '"a,b" },',
      '"a,b" },\n\t\t"new": {\n\t\t\t"command": "node",\n\t\t\t"args": [\n\t\t\t\t"x"\n\t\t\t]\n\t\t},',
    ),
  )
  expect(written(after)).toBe(after)
})

test('an entry of that name is replaced, and nothing else', () => {
  const before = '{ "mcpServers": { "new": {"command":"old"}, "b": 1 } }'
  expect(JSON.parse(written(before))).toEqual({ mcpServers: { new: ENTRY, b: 1 } })
  expect(written(before)).toContain(', "b": 1 } }')
})

test('of members with the same name the last counts', () => {
  const before = '{ "mcpServers": {"a":1}, "mcpServers": { "new": 1, "new": 2 } }'
  expect(written(before)).toContain('{ "mcpServers": {"a":1}, "mcpServers": { "new": 1, "new": {')
  expect(JSON.parse(written(before))).toEqual({ mcpServers: { new: ENTRY } })
})

test('a mark at the beginning and the ends of lines stay', () => {
  const after = written('\ufeff{\r\n "a": 1\r\n}\r\n')
  expect(after).toMatch(/^\ufeff\{\r\n "a": 1,\r\n "mcpServers": \{\r\n {2}"new": \{\r\n/)
  expect(after).not.toMatch(/[^\r]\n/)
})

test.each(['{', '[]', '{"a":1,,}', 'nonsense', '{"mcpServers":[]}', '{} {}'])('%j is refused', (text) => {
  expect(() => written(text)).toThrow(/correct it first/)
})
