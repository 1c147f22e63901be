import { BridgeError } from '../errors/bridge-error.ts'
import { isLoopback } from '../network/loopback.ts'

/** The server's address as the person gave it. @throws BridgeError with what is wrong with it */
export function serverAddress(text: string | undefined, allowHttp: boolean, command: string): URL {
  if (!text) throw invalid(`Give the address of the MCP server: ${command} https://example.com/mcp`)
  const url = URL.parse(text)
  if (!url && URL.canParse(text.replace(/:\d+(?=[/?#]|$)/, '')))
    throw invalid(`The port in "${text}" is too high: ports go up to 65535.`)
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid(`"${text}" is not a web address: it must begin with https://, such as https://example.com/mcp.`)
  if (url.username || url.password)
    throw invalid('The address must not contain a name or password: give a token in MCP_BRIDGE_TOKEN instead.')
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname))
    throw invalid(`${url.origin} is not https, so others on the way can read everything: use https, or --allow-http.`)
  if (url.port === '0') throw invalid(`Port 0 cannot be used: correct "${text}".`)
  url.hash = ''
  return url
}

function invalid(sentence: string): BridgeError {
  return new BridgeError('invalid_option', sentence)
}
