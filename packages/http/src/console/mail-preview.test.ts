import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Instance, openInstance } from '../../test/support/instance.ts'

let instance: Instance
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-console-'))
  writeFileSync(join(folder, 'index.html'), '')
  instance = await openInstance('sqlite', { consoleFolder: folder })
})
afterAll(async () => {
  await instance.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the page of the frame for mail is empty, framed by the console alone, and runs no script', async () => {
  const { statusCode, headers, body } = await instance.app.inject({ url: '/console/mail-preview' })
  expect(statusCode).toBe(200)
  expect(body).toMatch(/<body><\/body>/)
  const policy = String(headers['content-security-policy'])
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]),
  )
  expect(policy).not.toMatch(/script-src|connect-src/)
  expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'x-content-type-options': 'nosniff' })
})
