import { BridgeError } from '../errors/bridge-error.ts'
import { Failure } from '../errors/failure.ts'

const CERTIFICATE =
  /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH|INVALID_CA|ERR_SSL_SSLV3_ALERT_CERTIFICATE/

/** Connections that were never made: the request cannot have arrived. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'UND_CONNECT',
])

/** Says in one sentence what a fault of the connection means and what to do. */
export function explainConnection(thrown: unknown, url: URL): Error {
  if (thrown instanceof BridgeError || (thrown instanceof Error && thrown.name === 'AbortError')) return thrown
  const error = firstOf(thrown)
  const code = error.code ?? ''
  const options = { cause: thrown, unsent: UNSENT.has(code) || CERTIFICATE.test(code), retryAfterMs: retryOf(code) }
  return new Failure(sentence(code, error, url), options)
}

function sentence(code: string, { message }: Error, { origin, hostname }: URL): string {
  if (code === 'ENOTFOUND') return `There is no server named ${hostname}: check the address for typing mistakes.`
  if (code === 'EAI_AGAIN') return `The name ${hostname} cannot be looked up now: check the connection to the internet.`
  if (code === 'ECONNREFUSED')
    return `Nothing answers at ${origin}: the server seems to be down; calls work again as soon as it is back.`
  if (code === 'CERT_HAS_EXPIRED')
    return `The certificate of ${hostname} has expired: tell the server's operator, and check this machine's clock.`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `The certificate at ${origin} is for another name: check the address, or tell the server's operator.`
  if (CERTIFICATE.test(code))
    return `The certificate of ${hostname} is signed by an authority that this machine does not know (${code}): give that authority's certificate with --ca FILE.`
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return `There is no TLS at ${origin} (${code}): check the port, and whether the address begins with http://.`
  if (code === 'ETIMEDOUT')
    return `The server at ${origin} does not answer in time: check the address and your network, then call again.`
  if (code.startsWith('HPE_')) return `There is no web server at ${origin} (${code}): check the address and port.`
  if (['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'].includes(code))
    return `The server at ${origin} cannot be reached from this network (${code}): check the connection.`
  return `The connection to ${origin} broke (${code || message}): call again, and check the network if it happens often.`
}

function retryOf(code: string): number | undefined {
  return CERTIFICATE.test(code) || code === 'ENOTFOUND' || code === 'EPROTO' ? undefined : 0
}

/** Several addresses of one name fail together, and `fetch` hides what is wrong in the cause. */
function firstOf(thrown: unknown): NodeJS.ErrnoException {
  const [first] = thrown instanceof AggregateError ? thrown.errors : [thrown]
  if (!(first instanceof Error)) return new Error(String(first))
  return 'code' in first || first.cause === undefined ? first : firstOf(first.cause)
}

/** Through a proxy, only the proxy itself is connected to: what goes wrong there is not the server's. */
export function explainProxy(thrown: unknown, { host, protocol }: URL): unknown {
  const { code = '', syscall, message } = firstOf(thrown)
  const isReached = syscall !== 'connect' && syscall !== 'getaddrinfo'
  if (isReached && !(protocol.startsWith('socks') && /socks/i.test(message))) return thrown
  const what = isReached ? `refuses (${message})` : `cannot be reached (${code})`
  return new Failure(`The proxy ${host} ${what}: check https_proxy.`, { cause: thrown, unsent: true })
}

export function refusalOfProxy({ host }: URL, target: string, status: number): Failure {
  const hint = status === 407 ? 'it asks for a name and password, which belong into https_proxy' : 'ask who runs it'
  return new Failure(`The proxy ${host} refuses to connect to ${target} (${status}): ${hint}.`, { unsent: true })
}
