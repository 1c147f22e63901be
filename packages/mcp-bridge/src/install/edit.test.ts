import { expect, test } from 'vitest'
import { removeMember, setMember } from './edit.ts'
import { setTable } from './toml.ts'

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

const removed = (text: string) => removeMember(text, 'mcpServers', 'new')

test.each([
  '{ "mcpServers": { "old": 1 } }',
  '{\n  "mcpServers": {\n    "old": { "command": "a,b" } // mine, "new": 1\n  }\n}\n',
  '{\r\n\t"mcpServers": {\r\n\t\t"old": 1, // with a comma that may be\r\n\t},\r\n}',
  '\ufeff{"mcpServers":{"old":[1,{"a":"}"}]},"last":2}',
  '{ "mcpServers": {} }',
])('%j is the same to the byte after the entry was put in and taken out', (text) => {
  const put = written(text)
  expect(put).not.toBe(text)
  expect(removed(put)).toBe(text)
})

test.each([
  ['{"mcpServers":{"new":1,"b":2}}', '{"mcpServers":{"b":2}}'],
  ['{"mcpServers":{"a":1, /* why */ "new":1}}', '{"mcpServers":{"a":1 /* why */ }}'],
  [
    '{"mcpServers":{\n  // first\n  "new": 1, // ours\n  "b": 2\n}}',
    '{"mcpServers":{\n  // first\n  // ours\n  "b": 2\n}}',
  ],
  ['{"mcpServers":{\n  "a": 1, // a\n  // ours\n  "new": 1\n}}', '{"mcpServers":{\n  "a": 1 // a\n  // ours\n}}'],
  ['{"mcpServers":{\n  // alone\n  "new": 1,\n}}', '{"mcpServers":{\n  // alone\n}}'],
  ['{"mcpServers":{"new":1, "new":2}}', '{"mcpServers":{"new":1}}'],
  ['{"other":1}', '{"other":1}'],
])('of %j the entry goes, and no comment: %j', (before, after) => {
  expect(removed(before)).toBe(after)
})

const TOML = `# Mine
model = "x" # the best

[mcp_servers.new]
command = "old"
args = [
  "a", # first
]

# The colours

[tui]
theme = "dark"
`

test('a table goes from TOML without the comments of its neighbours', () => {
  expect(setTable(TOML, 'mcp_servers', 'new', undefined)).toBe(
    '# Mine\nmodel = "x" # the best\n\n\n# The colours\n\n[tui]\ntheme = "dark"\n',
  )
})

test.each([
  'model = "x"\n',
  'model = "x"\r\n\r\n[tui]\r\ntheme = "dark"\r\n',
  '\ufeff# Mine\n[tui]\ntheme = "dark"   # nice\n',
])('TOML %j is the same to the byte after the table was put in and taken out', (text) => {
  const put = setTable(text, 'mcp_servers', 'new', ENTRY)
  expect(put.startsWith(text)).toBe(true)
  expect(setTable(put, 'mcp_servers', 'new', undefined)).toBe(text)
})
