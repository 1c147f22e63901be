import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, ENGINES, type Instance, openInstance } from '../test/instance.ts'

interface Scenario extends Omit<Call, 'path'> {
  name: string
  path?: string
  status: number
  /** The `type` of the error. */
  type?: string
  /** Fields that the error names. */
  fields?: string[]
  /** Text that must, or must not, be in the body. */
  has?: string[]
  hasNot?: string[]
  answers?: Record<string, string | RegExp>
}

const contact = (fields: string) => `{"contact":{"email":"EMAIL","first_name":"A",${fields}}}`
const post = { method: 'POST', path: '/api/v1/contacts' } as const
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

const BODIES: Scenario[] = [
  { name: 'malformed JSON', ...post, body: '{"contact":', status: 400, type: 'invalid_request' },
  { name: 'text beyond the end', ...post, body: '{"contact":{}} x', status: 400, type: 'invalid_request' },
  { name: 'no body', ...post, status: 400, type: 'invalid_request', has: ['\\"contact\\"'] },
  { name: 'an empty body', ...post, body: '', status: 400, has: ['\\"contact\\"'] },
  { name: 'a list', ...post, body: '[]', status: 400, has: ['\\"contact\\"'] },
  { name: 'null', ...post, body: 'null', status: 400 },
  { name: 'another key', ...post, body: { person: {} }, status: 400, has: ['\\"contact\\"'] },
  { name: 'text under the key', ...post, body: { contact: 'x' }, status: 400, has: ['\\"contact\\"'] },
  { name: 'a key beside it', ...post, body: { contact: {}, email: 'x' }, status: 422, fields: ['email'] },
  {
    name: 'all faults at once',
    ...post,
    body: { contact: { email: 'x', plan: 1 } },
    status: 422,
    fields: ['email', 'first_name', 'plan'],
  },
  {
    name: 'a form',
    ...post,
    body: 'a=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
    type: 'unsupported_media_type',
  },
  {
    name: 'another charset',
    ...post,
    body: '{}',
    headers: { 'content-type': 'application/json; charset=utf-16' },
    status: 415,
  },
  {
    name: 'latin-1',
    ...post,
    body: '{}',
    headers: { 'content-type': 'application/json;charset="iso-8859-1"' },
    status: 415,
  },
  { name: 'compressed', ...post, body: '{}', headers: { 'content-encoding': 'gzip' }, status: 415 },
  { name: 'over 256 KiB', ...post, body: `"${'x'.repeat(257 * 1024)}"`, status: 413, type: 'payload_too_large' },
  { name: 'bad UTF-8', ...post, body: Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), status: 400 },
  { name: '100,000 levels', ...post, body: nested(100_000), status: 400, has: ['nested too deeply'] },
  { name: '100,000 levels, open', ...post, body: '{"a":'.repeat(40_000), status: 400 },
  { name: '33 levels', ...post, body: nested(33), status: 400, has: ['nested too deeply'] },
  { name: 'brackets within text', ...post, body: contact(`"last_name":"${'[\\"'.repeat(40)}"`), status: 201 },
  {
    name: '__proto__',
    ...post,
    body: contact('"metadata":{"__proto__":{"a":1}}'),
    status: 400,
    type: 'invalid_request',
  },
  { name: '__proto__, escaped', ...post, body: contact('"metadata":{"\\u005f_proto__":{"a":1}}'), status: 400 },
  { name: 'constructor.prototype', ...post, body: contact('"metadata":{"constructor":{"prototype":{}}}'), status: 400 },
  {
    name: 'a company called constructor',
    ...post,
    body: contact('"metadata":{"constructor":"prototype"}'),
    status: 201,
  },
  { name: '1e400', ...post, body: contact('"metadata":{"a":{"n":1e400}}'), status: 422, fields: ['metadata.a.n'] },
  { name: '2^63', ...post, body: contact('"metadata":{"n":9223372036854775808}'), status: 422, fields: ['metadata.n'] },
  {
    name: 'a long number',
    ...post,
    body: contact('"metadata":{"n":[12345678901234567890]}'),
    status: 422,
    fields: ['metadata.n.0'],
  },
  {
    name: 'a long fraction',
    ...post,
    body: contact('"metadata":{"n":0.12345678901234567890123}'),
    status: 422,
    fields: ['metadata.n'],
  },
  {
    name: 'zeros without end',
    ...post,
    body: contact(`"metadata":{"n":1${'0'.repeat(200_000)}1}`),
    status: 422,
    fields: ['metadata.n'],
  },
  {
    name: 'numbers that survive',
    ...post,
    body: contact('"metadata":{"n":[1e3,1.50,9007199254740992,-0.1e-5,1E+2]}'),
    status: 201,
    has: ['"n":[1000,1.5,9007199254740992,-0.000001,100]'],
  },
  { name: 'NUL in a value', ...post, body: contact('"last_name":"a\\u0000b"'), status: 422, fields: ['last_name'] },
  {
    name: 'NUL within metadata',
    ...post,
    body: contact('"metadata":{"a":{"b":["\\u0000"]}}'),
    status: 422,
    fields: ['metadata'],
  },
  { name: 'NUL in a key', ...post, body: contact('"metadata":{"a":{"\\u0000":1}}'), status: 422, fields: ['metadata'] },
  { name: 'a lone surrogate', ...post, body: contact('"last_name":"\\ud800"'), status: 422, fields: ['last_name'] },
  {
    name: 'a lone surrogate in a key',
    ...post,
    body: contact('"metadata":{"\\udfff":1}'),
    status: 422,
    fields: ['metadata'],
  },
  {
    name: 'emoji, combining marks and RLO',
    ...post,
    body: contact('"last_name":"e\u0301 \u202e 👩‍🚀"'),
    status: 201,
    has: ['e\u0301 \u202e 👩‍🚀'],
  },
  {
    name: 'read-only fields',
    ...post,
    body: contact('"id":"x","created_at":1,"updated_at":null'),
    status: 201,
    hasNot: ['"id":"x"'],
  },
]

const QUERIES: Scenario[] = [
  ...['0', '-1', 'abc', '1e3', '0x10', '+1', '%2B1', '100000000000000000000', '', '1.0', '٣', '1%00'].map((page) => ({
    name: `page=${page}`,
    path: `/api/v1/contacts?page=${page}`,
    status: 422,
    fields: ['page'],
  })),
  ...['0', '-1', '1e1', ''].map((size) => ({
    name: `per_page=${size}`,
    path: `/api/v1/contacts?per_page=${size}`,
    status: 422,
    fields: ['per_page'],
  })),
  { name: 'per_page over 100', path: '/api/v1/contacts?per_page=5000', status: 200, has: ['"per_page":100'] },
  { name: 'a page beyond the end', path: '/api/v1/contacts?page=999999999', status: 200, has: ['"data":[]'] },
  { name: 'a parameter given twice', path: '/api/v1/contacts?page=1&page=1', status: 400, type: 'invalid_request' },
  { name: 'a misspelt parameter', path: '/api/v1/contacts?emial=a%40b.co', status: 400, has: ['emial'] },
  { name: 'the id of a path as parameter', path: '/api/v1/contacts?id=1', status: 400 },
  { name: '__proto__ as parameter', path: '/api/v1/contacts?__proto__=1', status: 400, has: ['__proto__'] },
  { name: 'a parameter of a list on a record', path: '/api/v1/contacts/x?page=1', status: 400 },
  { name: 'a parameter on a POST', ...post, path: '/api/v1/contacts?email=x', body: '{}', status: 400, has: ['email'] },
  { name: 'bad UTF-8', path: '/api/v1/contacts?email=%E0%A4%A', status: 400, type: 'invalid_request' },
  { name: 'NUL in a filter', path: '/api/v1/contacts?email=%00', status: 422, fields: ['email'] },
  { name: 'an empty search', path: '/api/v1/contacts/search?query=%20', status: 422, fields: ['query'] },
  { name: 'no search', path: '/api/v1/contacts/search', status: 422, fields: ['query'] },
  { name: 'NUL in a search', path: '/api/v1/contacts/search?query=%00', status: 422, fields: ['query'] },
  { name: 'wildcards in a search', path: '/api/v1/contacts/search?query=%25_%5C%22', status: 200, has: ['"data":[]'] },
  { name: '2,000 wildcards', path: `/api/v1/organisations?name=${'%25'.repeat(200)}`, status: 200, has: ['"data":[]'] },
  { name: 'too long a name', path: `/api/v1/organisations?name=${'%25'.repeat(2000)}`, status: 422, fields: ['name'] },
  {
    name: 'the first year',
    path: '/api/v1/contacts?updated_since=0000-01-01T00:00:00Z',
    status: 422,
    fields: ['updated_since'],
  },
  {
    name: 'before the first year',
    path: '/api/v1/contacts?updated_since=0000-01-01T00:00:00%2B23:00',
    status: 422,
    fields: ['updated_since'],
  },
  { name: 'no time', path: '/api/v1/contacts?updated_since=yesterday', status: 422, fields: ['updated_since'] },
  { name: 'a made-up cursor', path: '/api/v1/contacts?cursor=abc.def', status: 422, fields: ['cursor'] },
  {
    name: 'an unknown status',
    path: '/api/v1/enrollments?status=done',
    status: 422,
    fields: ['status'],
    has: ['in_progress'],
  },
]

const PATHS: Scenario[] = [
  { name: 'NUL in a path', path: '/api/v1/contacts/%00', status: 404, type: 'not_found' },
  { name: 'bad UTF-8 in a path', path: '/api/v1/contacts/%E0%A4%A', status: 400, type: 'invalid_request' },
  { name: 'steps upward', path: '/api/v1/contacts/..%2f..%2fetc', status: 404, type: 'not_found' },
  { name: 'an id of 300 characters', path: `/api/v1/contacts/${'a'.repeat(300)}`, status: 404, type: 'not_found' },
  { name: 'an unknown path', path: '/api/v1/nothing', token: null, status: 404, type: 'not_found' },
  {
    name: 'an unknown path with a body',
    method: 'POST',
    path: '/nothing',
    body: 'x',
    headers: { 'content-type': 'a/b' },
    status: 404,
  },
  { name: 'the root', path: '/', status: 404 },
  { name: 'a trailing slash', path: '/api/v1/contacts/', status: 200 },
  {
    name: 'a wrong method',
    method: 'PUT',
    path: '/api/v1/contacts/x',
    status: 405,
    type: 'method_not_allowed',
    answers: { allow: 'GET, HEAD, PATCH, DELETE, OPTIONS' },
  },
  {
    name: 'a wrong method on a list',
    method: 'DELETE',
    path: '/api/v1/contacts',
    token: null,
    status: 405,
    answers: { allow: 'GET, HEAD, POST, OPTIONS' },
  },
  {
    name: 'OPTIONS',
    method: 'OPTIONS',
    path: '/api/v1/guides',
    token: null,
    status: 204,
    answers: { allow: 'GET, HEAD, OPTIONS' },
  },
  { name: 'OPTIONS of nothing', method: 'OPTIONS', path: '/api/v1/nothing', token: null, status: 404 },
  { name: 'HEAD', method: 'HEAD', path: '/api/v1/contacts', status: 200, answers: { 'content-type': /json/ } },
  { name: 'DELETE with a type and no body', method: 'DELETE', path: '/api/v1/contacts/x', body: '', status: 404 },
]

const TOKENS: Scenario[] = [
  {
    name: 'no token',
    token: null,
    status: 401,
    type: 'authentication_required',
    answers: { 'www-authenticate': 'Bearer realm="handrail"' },
  },
  {
    name: 'a bad token',
    token: 'hr_key_nonsense',
    status: 401,
    type: 'invalid_token',
    answers: { 'www-authenticate': /^Bearer realm="handrail", error="invalid_token", error_description="[^"]+"$/ },
  },
  {
    name: 'another scheme',
    token: null,
    headers: { authorization: 'Basic YTpi' },
    status: 401,
    type: 'authentication_required',
    answers: { 'www-authenticate': 'Bearer realm="handrail"' },
  },
  {
    name: 'a scheme alone',
    token: null,
    headers: { authorization: 'Bearer' },
    status: 401,
    type: 'authentication_required',
  },
  {
    name: 'two words',
    token: null,
    headers: { authorization: 'Bearer a b' },
    status: 401,
    type: 'authentication_required',
  },
  {
    name: 'a token in the address',
    token: null,
    path: '/api/v1/contacts?access_token=TOKEN',
    status: 401,
    type: 'authentication_required',
  },
  {
    name: 'a token in the address, too',
    path: '/api/v1/contacts?access_token=TOKEN',
    status: 400,
    has: ['access_token'],
  },
  { name: 'a scheme in capitals', token: null, headers: { authorization: 'BEARER TOKEN' }, status: 200 },
  { name: 'a body without a token', ...post, token: null, body: '{', status: 401 },
  {
    name: 'a request id',
    headers: { 'x-request-id': 'trace-1.a_B' },
    status: 200,
    answers: { 'x-request-id': 'trace-1.a_B' },
  },
  {
    name: 'a request id that breaks the line',
    headers: { 'x-request-id': 'a b' },
    status: 200,
    answers: { 'x-request-id': /^[\w-]{36}$/ },
  },
  {
    name: 'too long a request id',
    headers: { 'x-request-id': 'a'.repeat(65) },
    status: 200,
    answers: { 'x-request-id': /^[\w-]{36}$/ },
  },
]

describe.each(ENGINES)('what a stranger may send, on %s', (engine) => {
  let instance: Instance
  let emails = 0
  beforeAll(async () => {
    instance = await openInstance(engine)
  })
  afterAll(() => instance.close())

  const scenarios = Object.entries({ BODIES, QUERIES, PATHS, TOKENS }).flatMap(([group, rows]) =>
    rows.map((row) => [`${group.toLowerCase()}: ${row.name}`, row] as const),
  )
  test.each(scenarios)('%s', async (_name, { name: _, status, type, fields, has, hasNot, answers, ...call }) => {
    const fill = (text: string) =>
      text.replace('TOKEN', instance.acme.token).replace('EMAIL', `person${++emails}@b.example`)
    const { path = '/api/v1/contacts', body, headers } = call
    const answer = await instance.call({
      ...call,
      path: fill(path),
      ...(typeof body === 'string' ? { body: fill(body) } : {}),
      ...(headers
        ? { headers: Object.fromEntries(Object.entries(headers).map(([key, text]) => [key, fill(text)])) }
        : {}),
    })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.headers['x-request-id']).toMatch(/^[\w.-]{1,64}$/)
    if (status >= 400) {
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
      const { type: given, message, request_id, errors, ...rest } = answer.body.error
      expect([Object.keys(answer.body), rest]).toEqual([['error'], {}])
      expect([typeof message, request_id]).toEqual(['string', answer.headers['x-request-id']])
      expect(errors !== undefined).toBe(given === 'validation_error')
      if (type) expect(given).toBe(type)
      if (fields) expect(Object.keys(errors).sort()).toEqual([...fields].sort())
    }
    for (const text of has ?? []) expect(answer.text).toContain(text)
    for (const text of hasNot ?? []) expect(answer.text).not.toContain(text)
    for (const [header, value] of Object.entries(answers ?? {})) expect(answer.headers[header]).toMatch(value)
  })

  test('nothing of it was a fault of ours, and no token was logged', () => {
    const lines = instance.logged.join('')
    for (const secret of ['"level":50', '"status":5', instance.acme.token, 'hr_key_', 'access_token', 'b.example', '?'])
      expect(lines.includes(secret), secret).toBe(false)
  })
})
