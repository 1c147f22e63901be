/// <reference path="./s3rver.d.ts" />
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

/** The one key that the server knows, as the variables that the library reads. */
export const S3_KEY = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' }

export interface S3Server {
  endpoint: string
  /** A bucket that there is, as the setting has it. */
  url: string
  /** The request, such as `PUT /handrail-files/a/0123`. */
  asked: string[]
  /** Answers requests itself for which this returns true. */
  answer: ((...request: Parameters<RequestListener>) => boolean) | undefined
  close(): Promise<void>
}

/** A server with the protocol of S3 that checks signatures and clocks, and keeps objects in files. */
export async function startS3(bucket = 'handrail-files'): Promise<S3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'handrail-s3-'))
  const store = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: bucket }] })
  await store.configureBuckets()
  const handle = store.callback()
  const server = createServer((request, response) => {
    started.asked.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (!started.answer?.(request, response)) handle(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const started: S3Server = {
    endpoint,
    url: `s3://${bucket}/tests?endpoint=${endpoint}`,
    asked: [],
    answer: undefined,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return started
}
