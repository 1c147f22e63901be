import { describe, expect, test } from 'vitest'
import { isRegistered, redirectProblem } from './redirect-uri.ts'

describe('redirect URIs for registration', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://chatgpt.com/connector/oauth/abc?x=1',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'com.example.app:/callback',
    'http://localhost:8787/callback',
    'http://127.0.0.1/',
    'http://127.0.0.1:33418/',
    'http://[::1]:1234/cb',
    'https://vscode.dev/redirect',
    'http://localhost',
  ])('accepts %s', (uri) => expect(redirectProblem(uri)).toBeUndefined())

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'mailto:a@b.example',
    'ws://a.example/',
    'about:blank',
    'http://app.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'http://attacker@127.0.0.1/cb',
    'http://localhost:99999999/cb',
    'https://user:pass@app.example/cb',
    'https://app.example/cb#f',
    'https://app.example/a/../cb',
    'https://app.example/%2e%2e/cb',
    'https://app.example\\@evil.example/',
    'https://app.example/ä',
    'https://*.evil.example/',
    'https://app.example/*',
    'cursor://*/callback',
    'https://app.example/a b',
    '/callback',
    'not an address',
    '',
    `https://app.example/${'a'.repeat(2048)}`,
  ])('rejects %s', (uri) => expect(redirectProblem(uri)).toBeDefined())
})

describe('the redirect URI of a request', () => {
  const registered = ['https://app.example/cb', 'http://127.0.0.1/cb', 'http://localhost/callback', 'http://[::1]/']

  test.each([
    'https://app.example/cb',
    'http://127.0.0.1:3118/cb',
    'http://localhost:3118/callback',
    'http://[::1]:9/',
  ])('%s matches a registered one', (uri) => expect(isRegistered(registered, uri)).toBe(true))

  test.each([
    'https://app.example/cb/',
    'https://app.example/cb.evil',
    'https://app.example/cb/../x',
    'https://app.example/cb?x',
    'https://app.example/CB',
    'https://APP.example/cb',
    'https://app.example:443/cb',
    'https://app.example:8443/cb',
    'https://app.example/%63b',
    'https://app.example\\/cb',
    'https://app@evil.example/cb',
    'https://app.example/cb#x',
    'http://app.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'http://attacker@127.0.0.1/cb',
    'http://127.0.0.1:1@evil.example/cb',
    'http://127.0.0.1/other',
    'http://127.0.0.1:99999/cb',
    'http://127.0.0.1:3118/cb?x=1',
    'https://127.0.0.1:3118/cb',
    'http://localhost/cb',
    'http://localhost.evil.example/callback',
  ])('%s matches no registered one', (uri) => expect(isRegistered(registered, uri)).toBe(false))
})
