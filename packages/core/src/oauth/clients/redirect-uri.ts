const MAX_LENGTH = 2048
/** http on a loopback address: only there may the port differ from the registered one (RFC 8252 section 7.3). */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?][^\s\\#]*)?)$/
/** Schemes that run code, read files, or belong to something other than an application (RFC 8252 section 7.1). */
const FORBIDDEN = new Set(
  'about blob cid chrome data file filesystem ftp ftps intent jar javascript livescript mailto mid ms-its news nntp res sftp sms smsto ssh tel telnet urn vbscript view-source ws wss'.split(
    ' ',
  ),
)

/** The problem of a redirect URI at registration, as a text that follows its name; undefined if it is valid. */
export function redirectProblem(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `is too long (maximum is ${MAX_LENGTH} characters)`
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\<>"`{}^|]/.test(uri))
    return 'contains characters that are not allowed in addresses'
  const url = URL.parse(uri)
  if (!url) return 'is not an absolute address'
  if (uri.includes('#')) return 'must not contain a fragment'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (/(^|\/)(\.|%2e){1,2}(\/|$|\?)/i.test(uri.replace(/\?.*/, ''))) return 'must not contain dot segments'
  if (uri.includes('*')) return 'must not contain a wildcard (*): addresses are compared exactly'
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'https') return undefined
  if (scheme === 'http')
    return LOOPBACK.test(uri) ? undefined : 'must start with https:// (http is allowed for localhost only)'
  return FORBIDDEN.has(scheme) ? `must not have the scheme ${scheme}` : undefined
}

/** Redirect URIs must match a registered one exactly (RFC 9700 section 4.1.3), except for the port of loopback addresses. */
export function isRegistered(registered: readonly string[], given: string): boolean {
  if (registered.includes(given)) return true
  const asked = withoutPort(given)
  return asked !== undefined && registered.some((uri) => withoutPort(uri) === asked)
}

function withoutPort(uri: string): string | undefined {
  const [, host, path] = LOOPBACK.exec(uri) ?? []
  // Five digits can exceed the highest port.
  return host === undefined || !URL.canParse(uri) ? undefined : `${host}${path || '/'}`
}

/** Whether an address is on the machine of the person, where any program may listen. */
export function isLoopback(uri: string): boolean {
  return LOOPBACK.test(uri)
}
