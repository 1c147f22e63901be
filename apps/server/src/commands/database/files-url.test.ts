import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'
import { S3_KEY, type S3Server, startS3 } from '../../../../../test/s3/s3-server.ts'

const { run: runProcess, runHere: run, serve, path } = useCommands()
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

test('FILES_URL: an instance with a bucket starts, and passes doctor', async () => {
  const environment = { FILES_URL: s3.url, ...S3_KEY }
  const { url, kill, ended } = await serve([], { environment })
  const found = await runProcess(['doctor', '--public-url', url], { environment })
  expect([found.code, found.stdout]).toEqual([0, expect.stringMatching(/^ok {4}The bucket s3:\/\/.* can be/m)])
  kill('SIGTERM')
  await ended
})

test('copy-files: copies a folder or a backup into the bucket, and keeps the original', async () => {
  const environment = { FILES_URL: s3.url, ...S3_KEY }
  await run(['migrate'], { environment })
  const name = `ab${'c'.repeat(46)}`
  mkdirSync(path('old/ab'), { recursive: true })
  writeFileSync(path(`old/ab/${name}`), 'A plan')
  const copied = await runProcess(['copy-files', path('old')], { environment })
  expect(copied).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^Copied 1 file to s3:.*; 0 already/),
  })
  const again = await run(['copy-files', path('old')], { environment })
  expect(again.stdout).toMatch(/^Copied 0 files to s3:.*; 1 already existed\nNothing was removed/)
  expect(readdirSync(path('old/ab'))).toEqual([name])

  const made = await run(['backup', path('copy.db')], { environment })
  expect(made.stdout).toMatch(/The uploads stay in s3:.*: turn on versioning or backups there/)
  // Of a backup that was made with a folder, they come back into the bucket.
  const other = `ab${'d'.repeat(46)}`
  mkdirSync(path('copy.db.files/ab'), { recursive: true })
  writeFileSync(path(`copy.db.files/ab/${other}`), 'Another')
  const restored = await run(['restore', path('copy.db')], { environment })
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(s3.asked).toContain(`PUT /handrail-files/tests/${other}`)
})

test('FILES_URL: wrong credentials prevent the start, without naming a secret', async () => {
  const environment = { FILES_URL: s3.url, ...S3_KEY, AWS_SECRET_ACCESS_KEY: 'hunter2' }
  const sentence = /The bucket s3:.* cannot be used: the secret does not match the key: check AWS_SECRET_ACCESS_KEY/
  const refused = await runProcess(['serve', '--port', '0'], { environment })
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) })
  const found = await run(['doctor'], { environment })
  expect([found.code, found.stdout]).toEqual([1, expect.stringMatching(sentence)])
  expect(refused.stderr + found.stdout + found.stderr).not.toMatch(/hunter2|S3RVER/)
})

test.each(['s3://key:hun#ter2@host/files', 's3://key:hun/ter2@host/files?x', 's3://key:hunter2%ZZ@host/files'])(
  'FILES_URL: no part of a key in it is shown: %s',
  async (FILES_URL) => {
    const { code, stdout, stderr } = await run(['migrate'], { environment: { FILES_URL } })
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('FILES_URL must')])
    expect(stderr).not.toMatch(/hun|ter2/)
  },
)

test('FILES_URL: an invalid address, or a folder as well, is refused first', async () => {
  const refused = await run(['migrate'], {
    environment: { FILES_URL: 's3://key:hunter2@files', HANDRAIL_FILES: 'files' },
  })
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.not.stringContaining('hunter2') })
  expect(refused.stderr).toMatch(/FILES_URL must not contain a key/)
  expect(refused.stderr).toMatch(/FILES_URL and HANDRAIL_FILES exclude each other/)
})
