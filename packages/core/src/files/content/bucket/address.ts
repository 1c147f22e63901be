/** The address of a bucket and the prefix of our keys in it. */
export interface BucketAddress {
  bucket: string
  /** The prefix of our keys: empty, or ending in a slash. */
  prefix: string
  /** Undefined for AWS itself. */
  endpoint: string | undefined
  region: string
  /** Whether the bucket is part of the path instead of the host. */
  pathStyle: boolean
}

const KNOWN = ['endpoint', 'region', 'path-style']
const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/
const PREFIX = /^(?:[\w.-]+\/)*$/

export function isBucketUrl(text: string): boolean {
  return text.startsWith('s3://')
}

/**
 * Parses `s3://bucket/prefix?endpoint=https://minio.example.com&region=eu-central-1&path-style=false`. Without an
 * endpoint it is a bucket of AWS; with one, the bucket is part of the path by default.
 * @returns a fault, as the end of a sentence, if the address is invalid
 */
export function parseBucketUrl(text: string): BucketAddress | { fault: string } {
  if (!isBucketUrl(text) || !URL.canParse(text))
    return { fault: 'must look like s3://bucket/prefix?region=eu-central-1' }
  const { hostname: bucket, port, username, password, pathname, searchParams } = new URL(text)
  if (username !== '' || password !== '')
    return { fault: 'must not contain a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' }
  if (port !== '' || !BUCKET.test(bucket))
    return { fault: 'must begin with s3:// and the name of a bucket; set endpoint for a host other than AWS' }
  const unknown = [...searchParams.keys()].find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) return { fault: `has the unknown parameter "${unknown}". Known are ${KNOWN.join(', ')}` }
  const endpoint = searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !isOrigin(endpoint))
    return { fault: 'must have an endpoint such as https://minio.example.com:9000, without a path' }
  const style = searchParams.get('path-style') ?? String(endpoint !== undefined)
  if (!['true', 'false'].includes(style)) return { fault: 'must have path-style=true or path-style=false' }
  const prefix = pathname.replace(/^\/|\/$/g, '')
  if (!PREFIX.test(`${prefix}/`) && prefix !== '')
    return { fault: 'must have a prefix of letters, digits, dots, dashes and underscores' }
  const region = searchParams.get('region') ?? 'us-east-1'
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/`, endpoint, region, pathStyle: style === 'true' }
}

/** A bucket as people know it. */
export function bucketName({ bucket, prefix, endpoint }: BucketAddress): string {
  const name = `s3://${bucket}/${prefix}`.replace(/\/$/, '')
  return endpoint === undefined ? name : `${name} at ${endpoint}`
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, '')
}
