import { ALL_SCOPES, type Scope, type Settings } from '@handrail/core'
import { ASSERTION_ALGORITHMS, AUTH_METHODS, DEFAULT_SCOPES, mcpResource, scopeText } from '@handrail/core/internal'
import type { FastifyInstance } from 'fastify'
import { basePath } from '../pages/visit/redirect.ts'

/** Clients may keep the documents for a few minutes: they change only with an update of Handrail. */
const CACHED = 'public, max-age=300'

/** The metadata documents, from which clients discover the endpoints. */
export function serveMetadata(app: FastifyInstance, settings: Settings): void {
  const documents = {
    '/.well-known/oauth-authorization-server': authorizationServer(settings),
    '/.well-known/oauth-protected-resource': protectedResource(settings, settings.publicUrl, ALL_SCOPES),
    '/.well-known/oauth-protected-resource/mcp': protectedResource(settings, mcpResource(settings), DEFAULT_SCOPES),
  }
  // Below a path, clients ask the root of the host, with the path in the middle (RFC 8414 section 3.1, RFC 9728 section 3.1).
  const base = basePath(settings)
  const atRoot = Object.entries(documents).map(([path, document]) => [
    path.replace(/^\/[^/]+\/[^/]+/, (start) => `${start}${base}`),
    document,
  ])
  for (const [path, document] of Object.entries({ ...Object.fromEntries(atRoot), ...documents }))
    app.get(path, (_request, reply) => reply.header('cache-control', CACHED).send(document))
}

/** RFC 8414 section 2. The issuer is the configured address, whatever host a request names. */
function authorizationServer({ publicUrl }: Settings) {
  return {
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    introspection_endpoint: `${publicUrl}/oauth/introspect`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    scopes_supported: namesOf(ALL_SCOPES),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    introspection_endpoint_auth_methods_supported: AUTH_METHODS,
    introspection_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${publicUrl}/docs`,
  }
}

/** RFC 9728 section 2. The resource is the address at which a client looks for the document (section 3.3). */
function protectedResource(settings: Settings, resource: string, scopes: readonly Scope[]) {
  return {
    resource,
    authorization_servers: [settings.publicUrl],
    scopes_supported: namesOf(scopes),
    bearer_methods_supported: ['header'],
    resource_name: 'Handrail',
    resource_documentation: `${settings.publicUrl}/docs`,
  }
}

function namesOf(scopes: readonly Scope[]): string[] {
  return scopes.map((scope) => scopeText([scope]))
}
