import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { S3_KEY, type S3Server, startS3 } from '../../../../../../test/s3/s3-server.ts'
import { verifyContents } from '../verify.ts'
import { parseBucketUrl } from './address.ts'

let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())
beforeEach(() => {
  for (const [name, value] of Object.entries(S3_KEY)) vi.stubEnv(name, value)
})
afterEach(() => {
  s3.answer = undefined
  vi.unstubAllEnvs()
})

const verify = (files = s3.url) => verifyContents({ database: ':memory:', files })
/** A response in the format of AWS. */
function refuseWith(status: number, code: string) {
  s3.answer = (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>AKIDSECRET</Message></Error>`)
    return true
  }
}

test('verifying a usable bucket leaves it unchanged', async () => {
  await verify()
  expect(s3.asked.map((asked) => asked.split(' ')[0])).toEqual(['PUT', 'GET', 'GET', 'DELETE'])
})

test.each([
  ['another key', () => vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDSECRET'), /the key is unknown: check AWS_ACCESS_KEY_ID/],
  ['another secret', () => vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'AKIDSECRET'), /check AWS_SECRET_ACCESS_KEY/],
  ['another region', () => refuseWith(400, 'AuthorizationHeaderMalformed'), /is not in us-east-1: set region=/],
  ['no right', () => refuseWith(403, 'AccessDenied'), /lacks permission to list, read, write and delete in the bucket/],
  ['a clock that is wrong', () => refuseWith(403, 'RequestTimeTooSkewed'), /the clock of this machine is wrong/],
  ['an answer that nobody knows', () => refuseWith(418, 'ImATeapot'), /answered with ImATeapot \(status 418\)/],
])('verifying a bucket with %s fails with a message that contains no key', async (_name, prepare, sentence) => {
  prepare()
  const refused = verify()
  await expect(refused).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(sentence) })
  const { message, cause } = await refused.catch((error) => error)
  expect(`${message} ${cause}`).toMatch(/^The bucket s3:\/\/handrail-files\/tests at http/)
  expect(JSON.stringify([message, String(cause), Object.keys(cause)])).not.toMatch(/AKIDSECRET|S3RVER/)
})

test('a missing bucket, server and host have different messages', async () => {
  await expect(verify(s3.url.replace('handrail-files', 'others'))).rejects.toThrow(/there is no bucket "others"/)
  await expect(verify('s3://others?endpoint=http://127.0.0.1:1')).rejects.toThrow(/the connection failed/)
  await expect(verify('s3://others?endpoint=http://store.invalid')).rejects.toThrow(/its host was not found/)
})

test.each([
  ['s3://files', { bucket: 'files', prefix: '', endpoint: undefined, region: 'us-east-1', pathStyle: false }],
  ['s3://files/a/b/?region=eu-central-1', { prefix: 'a/b/', region: 'eu-central-1', pathStyle: false }],
  [
    's3://files?endpoint=https://minio.example.com:9000',
    { endpoint: 'https://minio.example.com:9000', pathStyle: true },
  ],
  ['s3://files?endpoint=https://s3.example.com&path-style=false', { pathStyle: false }],
  ['s3://key:secret@files', { fault: expect.stringMatching(/must not contain a key/) }],
  ['s3://minio.example.com:9000/files', { fault: expect.stringMatching(/set endpoint for a host other than AWS/) }],
  ['s3://', { fault: expect.stringMatching(/must begin with|must look like/) }],
  [
    's3://files?regoin=eu',
    { fault: expect.stringMatching(/has the unknown parameter "regoin". Known are endpoint, region/) },
  ],
  ['s3://files?endpoint=minio:9000', { fault: expect.stringMatching(/an endpoint such as/) }],
  ['s3://files?endpoint=https://a.example/b', { fault: expect.stringMatching(/without a path/) }],
  ['s3://files/../b c', { fault: expect.stringMatching(/a prefix of letters/) }],
])('the address %s is parsed, or rejected with a reason', (url, address) => {
  expect(parseBucketUrl(url)).toMatchObject(address)
})
