import { type PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SECOND_MS } from '../../../times.ts'
import type { BucketAddress } from './address.ts'

const CONNECT_MS = 10 * SECOND_MS
/** Timeout of idle connections: a slow reader requests the rest again. */
const SILENCE_MS = 20 * SECOND_MS
/** A connection stays open while its content is read. */
const MAX_CONNECTIONS = 1000
/** Longer contents use Expect: 100-continue, so that rejected ones are not sent. */
const ANNOUNCED_BYTES = 2 * 1024 ** 2

/** The library finds the credentials itself: in AWS variables and files, or as the role of the machine. */
export function openClient({ endpoint, region, pathStyle }: BucketAddress): S3Client {
  const agent = { maxSockets: MAX_CONNECTIONS, keepAlive: true }
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    // Other services than AWS do not support these checksums. The signature covers the content instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: ANNOUNCED_BYTES,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // The library logs to the console by default.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
  })
}

function ignore(): void {}

/** Includes the content in the signature, so that corrupted content is rejected. */
export function signedOver(command: PutObjectCommand, sha256: string): PutObjectCommand {
  command.middlewareStack.add(
    (next) => (args) => {
      const { request } = args
      if (typeof request === 'object' && request !== null && 'headers' in request)
        Object.assign(request.headers ?? {}, { 'x-amz-content-sha256': sha256 })
      return next(args)
    },
    { step: 'build', name: 'signedOver' },
  )
  return command
}
