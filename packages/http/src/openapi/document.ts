import { setImmediate as nextTurn } from 'node:timers/promises'
import { EVENT_TYPES, type Settings } from '@handrail/core'
import { OPERATIONS } from '@handrail/core/internal'
import { API_PREFIX, isRouted, methodOf, pathOf } from '../rest/routed.ts'
import { ErrorResponse, SHARED } from './components.ts'
import { describeOperation } from './operation.ts'
import { collectSchemas, type Schema } from './schemas.ts'
import { securitySchemes } from './security.ts'
import { TAGS } from './tags.ts'
import { describeWebhook } from './webhooks.ts'

const DESCRIPTION = `Customer onboarding: contacts, organisations, guides, enrollments and webhook endpoints of a workspace.

Requests and answers are JSON. Writable fields are wrapped in a key named for the resource; answers are \`{"data": ...}\`.
Read-only fields in a body are ignored, unknown ones refused.`

/** The OpenAPI 3.1.0 document, generated from the operations. It takes some tenths of a second. */
export function openapiDocument(settings: Pick<Settings, 'publicUrl'>): Schema {
  const parts = describeInParts(settings)
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value
  }
}

/** The same document, generated in turns of the event loop that delay nobody. */
export async function generateOpenapiDocument(settings: Pick<Settings, 'publicUrl'>): Promise<Schema> {
  const parts = describeInParts(settings)
  for (;;) {
    const { done, value } = parts.next()
    if (done) return value
    await nextTurn()
  }
}

function* describeInParts({ publicUrl }: Pick<Settings, 'publicUrl'>): Generator<undefined, Schema> {
  const schemas = collectSchemas()
  const paths: Record<string, Schema> = {}
  for (const operation of OPERATIONS.filter(isRouted)) {
    const path = pathOf(operation).replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [methodOf(operation).toLowerCase()]: describeOperation(operation, schemas) }
    yield
  }
  const webhooks: Schema = {}
  for (const name of EVENT_TYPES) {
    webhooks[name] = describeWebhook(name, schemas)
    yield
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Handrail API',
      version: '1.0.0',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    externalDocs: { url: `${publicUrl}/docs/guide/api`, description: 'API guide' },
    servers: [{ url: `${publicUrl}${API_PREFIX}` }],
    security: [{ bearer: [] }, { oauth: [] }],
    tags: TAGS,
    paths,
    webhooks,
    components: {
      schemas: { ...schemas.components, ErrorResponse },
      ...SHARED,
      securitySchemes: securitySchemes({ publicUrl }),
    },
  }
}
