// The package has no types of its own.
declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  interface Options {
    directory: string
    silent: boolean
    vhostBuckets: boolean
    configureBuckets: readonly { name: string }[]
  }
  class S3rver {
    constructor(options: Options)
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
  // The export of the package.
  export = S3rver
}
