import { type PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SECOND_MS } from '../../../times.ts'
import type { BucketAddress } from './address.ts'

const CONNECT_MS = 10 * SECOND_MS
/** Nothing sent and nothing received for so long: whoever reads a content that slowly asks for the rest of it anew. */
const SILENCE_MS = 20 * SECOND_MS
/** A connection is under way as long as somebody reads from it. */
const MAX_CONNECTIONS = 1000
/** Longer contents are announced first: what is refused is not sent. */
const ANNOUNCED_BYTES = 2 * 1024 ** 2

/** The library finds the key by itself: in AWS's variables and files, or as the role of the machine. */
export function openClient({ endpoint, region, pathStyle }: BucketAddress): S3Client {
  const agent = { maxSockets: MAX_CONNECTIONS, keepAlive: true }
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: pathStyle,
    // Other services than AWS do not know these checksums. A content is signed with its own instead.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: ANNOUNCED_BYTES,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
    // Otherwise it writes to the console.
    logger: { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore },
  })
}

function ignore(): void {}

/** Has the signature stand for the content too: what arrives changed is refused. */
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
