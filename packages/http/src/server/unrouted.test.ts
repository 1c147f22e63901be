import { expect, test } from 'vitest'
import { openInstance } from '../../test/support/instance.ts'
import { runScenarios } from '../../test/support/scenarios.ts'

runScenarios('paths and methods', [
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
  ...['/api/v1/nothing', '/mcp/nothing', '/oauth/nothing', '/.well-known/nothing'].map((path) => ({
    name: `${path}, for a browser`,
    path,
    token: null,
    headers: { accept: 'text/html' },
    status: 404,
    type: 'not_found',
  })),
  { name: 'the root, which is a page', path: '/', status: 303 },
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
    answers: { allow: 'GET, HEAD, POST, OPTIONS' },
  },
  { name: 'OPTIONS of nothing', method: 'OPTIONS', path: '/api/v1/nothing', token: null, status: 404 },
  { name: 'HEAD', method: 'HEAD', path: '/api/v1/contacts', status: 200, answers: { 'content-type': /json/ } },
  { name: 'DELETE with a type and no body', method: 'DELETE', path: '/api/v1/contacts/x', body: '', status: 404 },
])

test.each(['/g/acme/first-steps', '/nothing'])('a browser gets a page for %s', async (url) => {
  const instance = await openInstance('sqlite')
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const { statusCode, headers, payload } = await instance.app.inject({ url, headers: { accept } })
  expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(payload).toContain('There is no page at this address')
  await instance.close()
})
