import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newCertificate } from '../../../../../test/certificate.ts'
import { pendingMigrations } from '../open.ts'
import { placeOf } from './place.postgres.ts'
import { cannotUsePostgres } from './unusable.postgres.ts'
import { UnusablePostgres } from './unusable-postgres.ts'

const PASSWORD = 'hunter2'
const ROLE = `unusable_${process.pid}`

/** The sentence for the operator of a database that cannot be used. */
async function sentenceFor(url: string): Promise<string> {
  const error = await pendingMigrations(url).catch((refused: unknown) => refused)
  return error instanceof UnusablePostgres ? error.from('DATABASE_URL') : `not refused: ${error}`
}

describe('a PostgreSQL server that refuses', () => {
  let operator: pg.Client
  let url: URL
  beforeAll(async () => {
    url = new URL(inject('postgresUrl') ?? '')
    operator = new pg.Client({ connectionString: url.href })
    await operator.connect()
    await operator.query(`create role ${ROLE} login password '${PASSWORD}'`)
  })
  afterAll(async () => {
    await operator.query(`drop role ${ROLE}`)
    await operator.end()
  })

  test.each([
    [
      'a wrong password',
      { password: 'hunter3' },
      `it rejects the password of the role ${ROLE}. Correct the user or the password (28P01)`,
    ],
    [
      'a missing password',
      { password: '' },
      `it asks for a password, and the address has none for the role ${ROLE}. Add it to the address (28P01)`,
    ],
    [
      'an unknown database',
      { pathname: '/nowhere' },
      'the server has no database nowhere. Create it, or correct the name (3D000)',
    ],
    [
      'TLS',
      { search: '?sslmode=verify-full' },
      'it does not offer TLS, which the address demands. Turn on ssl in PostgreSQL, or remove sslmode and ssl (The server does not support SSL connections)',
    ],
  ])('%s is explained with its address, its setting and a remedy', async (_, parts, reason) => {
    const address = Object.assign(new URL(url), { username: ROLE, password: PASSWORD, pathname: '/postgres' }, parts)
    const at = `${url.host}${address.pathname}`
    expect(await sentenceFor(address.href)).toBe(`Cannot use the PostgreSQL database ${at} (DATABASE_URL): ${reason}`)
  })
})

test('a PostgreSQL server whose certificate is not trusted is explained', async () => {
  const certificate = await newCertificate('127.0.0.1')
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S')
      new TLSSocket(socket, { isServer: true, ...certificate }).on('error', () => undefined)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens at a port has an address with one.
  const { port } = server.address() as AddressInfo
  const url = `postgres://${ROLE}:${PASSWORD}@127.0.0.1:${port}/handrail?sslmode=verify-full`
  expect(await sentenceFor(url)).toBe(
    `Cannot use the PostgreSQL database 127.0.0.1:${port}/handrail (DATABASE_URL): its TLS certificate is not trusted. Add sslrootcert= with the file of its authority to the address (DEPTH_ZERO_SELF_SIGNED_CERT)`,
  )
  server.close()
})

test.each([
  [
    'ECONNREFUSED',
    /nothing accepts connections at port 5432 of db\.example\. Start PostgreSQL, or correct the address/,
  ],
  ['ETIMEDOUT', /it does not answer\. Correct the address, or let the network and its firewalls pass/],
  ['ENOTFOUND', /there is no host db\.example\. Correct the name/],
  ['EAI_AGAIN', /no name server answers for db\.example/],
  ['53300', /all connections of the server are taken\. Raise max_connections/],
  ['28000', /it refuses the login: M\. Correct the address, or allow it in PostgreSQL$/],
  ['CERT_HAS_EXPIRED', /its TLS certificate has expired\. Renew it/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /its TLS certificate is for another host than db\.example/],
  ['XX000', /: M$/],
])('the error %s of PostgreSQL names the address, not the password, and says what to do', (code, reason) => {
  const fault = Object.assign(new Error('M'), { code })
  const { message } = cannotUsePostgres(placeOf(`postgres://ada:${PASSWORD}@db.example/handrail`), fault)
  expect(message).toMatch(/^Cannot use the PostgreSQL database db\.example:5432\/handrail: /)
  expect(message).toMatch(reason)
  expect(message).not.toContain(PASSWORD)
})

test('a PostgreSQL server that stays silent, one that asks for a password, a socket and an address that cannot be read are explained', async () => {
  const scram = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')
  expect(cannotUsePostgres(placeOf('postgres://ada@db/handrail'), scram).message).toMatch(/it asks for a password/)
  const silent = cannotUsePostgres(placeOf('postgres://[::1]/handrail'), new Error('timeout expired'))
  expect(silent.message).toMatch(/database \[::1\]:5432\/handrail: it does not answer\. Check that PostgreSQL runs/)
  expect(await sentenceFor('postgres:///handrail?host=/nowhere')).toMatch(
    /database \/nowhere\/\.s\.PGSQL\.5432 \(handrail\) \(DATABASE_URL\): its socket cannot be opened in \/nowhere\. Start/,
  )
  expect(await sentenceFor('postgres://db/handrail?sslrootcert=/nowhere.pem')).toMatch(
    /^Cannot use the PostgreSQL database \(DATABASE_URL\): ENOENT: no such file .*nowhere\.pem'$/,
  )
})
