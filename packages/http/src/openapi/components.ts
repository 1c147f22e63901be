import { ERROR_STATUS, type ErrorCode } from '@handrail/core'
import { REFUSALS } from '@handrail/core/internal'
import type { Schema } from './schemas.ts'

const ERROR_CODES = Object.keys(ERROR_STATUS) as ErrorCode[]

export const ErrorResponse: Schema = {
  type: 'object',
  description: 'The answer to a request that failed.',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      description: 'What went wrong.',
      required: ['type', 'message', 'request_id'],
      properties: {
        type: { type: 'string', enum: ERROR_CODES, description: 'Kind of the error, for programs.' },
        message: { type: 'string', description: 'What is wrong, in a sentence for each problem, for people.' },
        errors: {
          type: 'object',
          description: 'Only for `validation_error`: problems by field; nested fields use dots (`metadata.plan`).',
          additionalProperties: { type: 'array', items: { type: 'string' } },
        },
        code: {
          type: 'string',
          enum: [...REFUSALS],
          description:
            '`already_enrolled`: the contact has an open enrollment in the guide. `idempotency_key_in_use`: the first request with this Idempotency-Key still runs, and this one can be sent again after Retry-After',
        },
        enrollment_id: {
          type: 'string',
          format: 'uuid',
          description: 'With `already_enrolled`: the enrollment that is open.',
        },
        current: {
          type: 'object',
          additionalProperties: true,
          description: 'With `conflict` about a stale revision: the record as it is now.',
        },
        request_id: { type: 'string', description: 'The same as in X-Request-Id.' },
      },
    },
  },
}

const headers: Record<string, Schema> = {
  'X-Request-Id': header('string', 'ID of the request, as in the log: the one you sent, or a new one'),
  'X-RateLimit-Limit': header('integer', 'Requests allowed in the tighter window'),
  'X-RateLimit-Remaining': header('integer', 'Requests left in that window'),
  'X-RateLimit-Reset': header('integer', 'When that window ends, as Unix time in seconds'),
  RateLimit: header('string', 'The tighter window: `"minute";r=5993;t=41`, requests left and seconds to go'),
  'RateLimit-Policy': header('string', 'All windows: `"minute";q=6000;w=60, "hour";q=120000;w=3600`'),
  ETag: header('string', 'Entity tag of the record, for If-Match and If-None-Match'),
  Link: header(
    'string',
    'URLs of other pages (RFC 8288): first, prev, next, last; with a cursor, first and next. Of what is deprecated: successor-version and deprecation',
  ),
  Deprecation: header(
    'string',
    'Since when what the request uses is deprecated (RFC 9745): `@` and Unix time in seconds',
  ),
  'Idempotent-Replayed': header(
    'string',
    '`true` if this is the stored response to an earlier request with the same key',
  ),
  'WWW-Authenticate': header('string', 'The required kind of token and its scope (RFC 6750)'),
  'Retry-After': header('integer', 'Seconds to wait before trying again'),
}

const parameters: Record<string, Schema> = {
  IdempotencyKey: parameter(
    'Idempotency-Key',
    'Makes retries safe: within 24 hours, the same key returns the response to the first request',
  ),
  IfMatch: parameter('If-Match', 'Entity tags of the version you know; if the record has changed, 412'),
  IfNoneMatch: parameter('If-None-Match', 'Entity tags of the version you know; if the record has not changed, 304'),
}

const DESCRIPTIONS: Record<string, string> = {
  400: 'Malformed JSON or UTF-8, a missing key, or an unknown query parameter (`invalid_request`)',
  401: 'No token, or one that is unknown, revoked or expired (`authentication_required`, `invalid_token`, `token_expired`)',
  403: 'The token lacks the scope, or the plan of the workspace does not allow it (`insufficient_scope`, `forbidden`)',
  404: 'There is no such record in this workspace (`not_found`)',
  409: 'A request with the same Idempotency-Key is still running (code `idempotency_key_in_use`), or what the request was made for has changed since it was read (`conflict`)',
  412: 'The record has changed since If-Match (`precondition_failed`)',
  413: 'The body is over 256 KiB, or 4 MiB for batches and guides (`payload_too_large`)',
  415: 'The body is not JSON in UTF-8 (`unsupported_media_type`)',
  422: 'A field or query parameter is invalid, or the state of the record does not allow the change (`validation_error`)',
  428: 'The request replaces what others may have changed, and has no If-Match (`precondition_required`)',
  429: 'Too many requests (`rate_limited`)',
  500: 'An error in the service (`internal_error`)',
  503: 'The database is busy or the service is shutting down (`unavailable`)',
}

const OWN_HEADERS: Record<string, string[]> = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  409: ['Retry-After'],
  429: ['Retry-After', ...rateLimitHeaders()],
  503: ['Retry-After'],
}

/** The components that operations refer to, besides schemas. */
export const SHARED = {
  headers,
  parameters,
  responses: Object.fromEntries(Object.keys(DESCRIPTIONS).map((status) => [`Error${status}`, errorResponse(status)])),
}

export function rateLimitHeaders(): string[] {
  return ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit', 'RateLimit-Policy']
}

export function headersOf(names: string[]): Schema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

function errorResponse(status: string): Schema {
  return {
    description: DESCRIPTIONS[status],
    headers: headersOf(['X-Request-Id', ...(OWN_HEADERS[status] ?? [])]),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } } },
  }
}

function header(type: string, description: string): Schema {
  return { description, schema: { type } }
}

function parameter(name: string, description: string): Schema {
  return { name, in: 'header', description, schema: { type: 'string' } }
}
