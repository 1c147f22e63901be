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
])('editing settings: a file without servers: %j', (before, after) => {
  expect(written(before)).toBe(after)
})

test('editing settings: comments, other entries, order and indentation are preserved', () => {
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

test('editing settings: only the entry of that name is replaced', () => {
  const before = '{ "mcpServers": { "new": {"command":"old"}, "b": 1 } }'
  expect(JSON.parse(written(before))).toEqual({ mcpServers: { new: ENTRY, b: 1 } })
  expect(written(before)).toContain(', "b": 1 } }')
})

test('editing settings: of repeated members the last one counts', () => {
  const before = '{ "mcpServers": {"a":1}, "mcpServers": { "new": 1, "new": 2 } }'
  expect(written(before)).toContain('{ "mcpServers": {"a":1}, "mcpServers": { "new": 1, "new": {')
  expect(JSON.parse(written(before))).toEqual({ mcpServers: { new: ENTRY } })
})

test('editing settings: a byte order mark and line endings are preserved', () => {
  const after = written('\ufeff{\r\n "a": 1\r\n}\r\n')
  expect(after).toMatch(/^\ufeff\{\r\n "a": 1,\r\n "mcpServers": \{\r\n {2}"new": \{\r\n/)
  expect(after).not.toMatch(/[^\r]\n/)
})

test.each(['{', '[]', '{"a":1,,}', 'nonsense', '{"mcpServers":[]}', '{} {}'])(
  'editing settings: %j is refused',
  (text) => {
    expect(() => written(text)).toThrow(/correct it first/)
  },
)

const removed = (text: string) => removeMember(text, 'mcpServers', 'new')

test.each([
  '{ "mcpServers": { "old": 1 } }',
  '{\n  "mcpServers": {\n    "old": { "command": "a,b" } // mine, "new": 1\n  }\n}\n',
  '{\r\n\t"mcpServers": {\r\n\t\t"old": 1, // with a comma that may be\r\n\t},\r\n}',
  '\ufeff{"mcpServers":{"old":[1,{"a":"}"}]},"last":2}',
  '{ "mcpServers": {} }',
])('editing settings: %j is byte for byte the same after adding and removing the entry', (text) => {
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
])('editing settings: removing the entry from %j keeps comments: %j', (before, after) => {
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

test('editing settings: removing a TOML table keeps the comments of its neighbours', () => {
  expect(setTable(TOML, 'mcp_servers', 'new', undefined)).toBe(
    '# Mine\nmodel = "x" # the best\n\n\n# The colours\n\n[tui]\ntheme = "dark"\n',
  )
})

test.each([
  'model = "x"\n',
  'model = "x"\r\n\r\n[tui]\r\ntheme = "dark"\r\n',
  '\ufeff# Mine\n[tui]\ntheme = "dark"   # nice\n',
])('editing settings: TOML %j is byte for byte the same after adding and removing the table', (text) => {
  const put = setTable(text, 'mcp_servers', 'new', ENTRY)
  expect(put.startsWith(text)).toBe(true)
  expect(setTable(put, 'mcp_servers', 'new', undefined)).toBe(text)
})
