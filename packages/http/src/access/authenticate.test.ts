import { runScenarios } from '../../test/support/scenarios.ts'

const post = { method: 'POST', path: '/api/v1/contacts' } as const

runScenarios('tokens and request ids', [
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
])
