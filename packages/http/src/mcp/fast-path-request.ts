import { isObject } from '../body/is-object.ts'
import { acceptsAnything, FORMER_REVISIONS, type Message, type Params, REVISION } from './protocol.ts'

/** The revision of requests without the header, which has no such header. */
const FORMER: readonly unknown[] = [...FORMER_REVISIONS, undefined]

const RESERVED = 'io.modelcontextprotocol/'
const VERSION = `${RESERVED}protocolVersion`
const CAPABILITIES = `${RESERVED}clientCapabilities`
const CLIENT = `${RESERVED}clientInfo`
const MESSAGE_FIELDS = ['jsonrpc', 'id', 'method', 'params']

/** The parameters of the methods of the fast path, with the one that a header repeats. */
const METHODS = {
  'tools/list': { fields: ['_meta'], named: undefined },
  'tools/call': { fields: ['_meta', 'name', 'arguments'], named: 'name' },
  'resources/read': { fields: ['_meta', 'uri'], named: 'uri' },
} as const

/** A request that passes all checks of the protocol, so that the SDK is not needed. */
export interface FastPathRequest {
  id: string | number
  method: keyof typeof METHODS
  params: Params
  /** Whether it follows the revision without a handshake, whose results carry more fields. */
  modern: boolean
}

/**
 * Recognises requests of well-behaved clients. Undefined only means that the SDK decides, not that the request is invalid.
 */
export function fastPathRequest({ headers, body }: Message): FastPathRequest | undefined {
  if (!isObject(body) || body.jsonrpc !== '2.0' || !hasOnly(body, MESSAGE_FIELDS)) return undefined
  const { id, method, params = {} } = body
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined
  if (typeof method !== 'string' || !Object.hasOwn(METHODS, method) || !isObject(params)) return undefined

  const known = method as keyof typeof METHODS
  const { fields, named } = METHODS[known]
  if (!hasOnly(params, fields) || (named && typeof params[named] !== 'string')) return undefined
  if (params.arguments !== undefined && !isObject(params.arguments)) return undefined

  const modern = headers['mcp-protocol-version'] === REVISION
  const agrees = modern
    ? headers['mcp-method'] === method && headers['mcp-name'] === (named && params[named]) && isEnvelope(params._meta)
    : isFormer(headers) && isFormerMeta(params._meta)
  // The types of the fields were checked above.
  return agrees ? { id: id as string | number, method: known, params, modern } : undefined
}

function isFormer(headers: Message['headers']): boolean {
  const { accept = '' } = headers
  return (
    FORMER.includes(headers['mcp-protocol-version']) &&
    (acceptsAnything(headers) || (accept.includes('application/json') && accept.includes('text/event-stream')))
  )
}

function isFormerMeta(meta: unknown): boolean {
  return meta === undefined || (isObject(meta) && hasToken(meta) && Object.keys(meta).every(isFree))
}

/** The metadata about the client in each request of the newest revision. */
function isEnvelope(meta: unknown): boolean {
  if (!isObject(meta) || !hasToken(meta)) return false
  const { [VERSION]: version, [CAPABILITIES]: capabilities, [CLIENT]: client, ...others } = meta
  return (
    version === REVISION &&
    isObject(capabilities) &&
    Object.values(capabilities).every(isCapability) &&
    (client === undefined || isImplementation(client)) &&
    Object.keys(others).every(isFree)
  )
}

function isFree(key: string): boolean {
  return !key.startsWith(RESERVED)
}

function hasToken({ progressToken }: Params): boolean {
  return progressToken === undefined || typeof progressToken === 'string' || Number.isSafeInteger(progressToken)
}

function isCapability(value: unknown): boolean {
  return isObject(value) && Object.values(value).every((part) => isObject(part) || typeof part === 'boolean')
}

function isImplementation(value: unknown): boolean {
  if (!isObject(value) || typeof value.name !== 'string' || typeof value.version !== 'string') return false
  return Object.values(value).every((part) => typeof part === 'string')
}

function hasOnly(value: object, fields: readonly string[]): boolean {
  for (const key in value) if (!fields.includes(key)) return false
  return true
}
