// Writes dist/handrail-files/viewer.js.gz, the viewer of the reference page. It is inside a plugin with 16 MB of dependencies of which the page
// needs nothing else.
import { copyFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { constants, gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import { fastify } from 'fastify'

const carrier = fastify()
await carrier.register(scalar, { routePrefix: '/', configuration: { url: '/openapi.json' } })
const { payload, statusCode } = await carrier.inject('/js/scalar.js')
await carrier.close()
if (statusCode !== 200) throw new Error('The plugin does not serve the viewer of the reference page at /js/scalar.js')
writeFileSync('dist/handrail-files/viewer.js.gz', gzipSync(payload, { level: constants.Z_BEST_COMPRESSION }))
copyFileSync(
  fileURLToPath(new URL('../LICENSE', import.meta.resolve('@scalar/fastify-api-reference'))),
  'dist/handrail-files/viewer.LICENSE.txt',
)
