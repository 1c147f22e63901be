import { runScenarios } from '../../../test/support/scenarios.ts'

const ID = '019aa0f4-7c00-7000-8000-000000000001'
const outline = `/api/v1/guides/${ID}/draft/outline`
const post = { method: 'POST', path: '/api/v1/contacts' } as const

runScenarios('queries', [
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
  { name: 'a list in one text', path: `${outline}?include=${ID},${ID}`, status: 422, fields: ['include.0'] },
  { name: 'a list of no ids', path: `${outline}?include=${ID}&include=x`, status: 422, fields: ['include.1'] },
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
])
