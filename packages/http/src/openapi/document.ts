import type { Settings } from '@handrail/core'
import { OPERATIONS } from '@handrail/core/internal'
import { API_PREFIX, isRouted, methodOf, pathOf } from '../rest/routed.ts'
import { ErrorResponse, SHARED } from './components.ts'
import { describeOperation } from './operation.ts'
import { collectSchemas, type Schema } from './schemas.ts'
import { securitySchemes } from './security.ts'
import { TAGS } from './tags.ts'
import { describeWebhooks } from './webhooks.ts'

const DESCRIPTION = `Customer onboarding: contacts, organisations, guides, enrollments and webhook endpoints of a workspace.

Requests and answers are JSON. Writable fields are wrapped in a key named for the resource; answers are \`{"data": ...}\`.
Read-only fields in a body are ignored, unknown ones refused.`

/** The OpenAPI 3.1.0 document, generated from the operations. */
export function openapiDocument({ publicUrl }: Pick<Settings, 'publicUrl'>): Schema {
  const schemas = collectSchemas()
  const paths: Record<string, Schema> = {}
  for (const operation of OPERATIONS.filter(isRouted)) {
    const path = pathOf(operation).replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [methodOf(operation).toLowerCase()]: describeOperation(operation, schemas) }
  }
  const webhooks = describeWebhooks(schemas)
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
