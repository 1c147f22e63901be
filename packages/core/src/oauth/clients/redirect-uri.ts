const MAX_LENGTH = 2048
/** http, to the machine of the person: only there may the port be another than registered (RFC 8252 section 7.3). */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?((?:[/?][^\s\\#]*)?)$/
/** Schemes that run code, read files, or belong to something else than an application (RFC 8252 section 7.1). */
const FORBIDDEN = new Set(
  'about blob cid chrome data file filesystem ftp ftps intent jar javascript livescript mailto mid ms-its news nntp res sftp sms smsto ssh tel telnet urn vbscript view-source ws wss'.split(
    ' ',
  ),
)

/** What is wrong with a redirect URI that is to be registered, in words that follow its name; undefined when nothing is. */
export function redirectProblem(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `is too long (maximum is ${MAX_LENGTH} characters)`
  if (!/^[\x21-\x7e]+$/.test(uri) || /[\\<>"`{}^|]/.test(uri))
    return 'contains characters that are not allowed in addresses'
  const url = URL.parse(uri)
  if (!url) return 'is not an absolute address'
  if (uri.includes('#')) return 'must not contain a fragment'
  if (url.username || url.password) return 'must not contain a user name or password'
  if (/(^|\/)(\.|%2e){1,2}(\/|$|\?)/i.test(uri.replace(/\?.*/, ''))) return 'must not contain dot segments'
  const scheme = url.protocol.slice(0, -1)
  if (scheme === 'https') return undefined
  if (scheme === 'http')
    return LOOPBACK.test(uri) ? undefined : 'must start with https:// (http is allowed for localhost only)'
  return FORBIDDEN.has(scheme) ? `must not have the scheme ${scheme}` : undefined
}

/** The registered one must be given to the letter (RFC 9700 section 4.1.3); of loopback addresses, all but the port. */
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

/** Whether an address leads to the person's own machine, where any program may be listening. */
export function isLoopback(uri: string): boolean {
  return LOOPBACK.test(uri)
}
