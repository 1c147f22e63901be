import { randomUUID } from 'node:crypto'
import { BridgeError } from '../../errors/bridge-error.ts'
import { sentenceOf } from '../../errors/failure.ts'
import { CODE, type Fields, isFields, RpcError, without } from '../../protocol.ts'
import type { Exchange } from '../../server/client.ts'
import { SignInNeeded } from '../../server/http/requests.ts'
import { parameterHeaders } from '../../server/modern/parameter-headers.ts'
import type { Remote } from '../../server/server.ts'
import type { Lists } from '../lists/server-lists.ts'
import type { SignIns } from '../sign-in-prompts.ts'
import { forbids, needsAnnotations, type ToolFilter } from './filter.ts'

/** The tool that is listed while nothing else can be, and that takes the address of a browser that got lost. */
export const SIGN_IN_TOOL = {
  name: 'sign_in',
  title: 'Sign in',
  description:
    'Gives the address at which the user signs in, so that the other tools become available. Show the address to the user. If the browser ends on a page that cannot be shown, call again with the address of that page.',
  inputSchema: {
    type: 'object',
    properties: {
      redirect_address: {
        type: 'string',
        description: 'The address that the browser ended at, where it begins with http://127.0.0.1 or http://localhost',
      },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
}

/** Marks the second attempt of a modern host that was asked to sign in. */
const AFTER_SIGN_IN = 'mcp-bridge:after-sign-in'

export interface CallerOptions {
  remote: Remote
  lists: Lists
  filter: ToolFilter
  signIns: SignIns | undefined
  toolTimeoutMs: number
  /** Sends on with the host's way to be asked. */
  send(method: string, params: Fields, exchange: Exchange): Promise<Fields>
}

/** What a tool call comes to: whatever goes wrong is a result in words that say what to do. */
export function openCaller({ remote, lists, filter, signIns, toolTimeoutMs, send }: CallerOptions) {
  async function call(params: Fields, asked: Exchange): Promise<Fields> {
    const name = String(params.name)
    if (name === SIGN_IN_TOOL.name && !lists.tool(name)) return signIn(params, asked)
    if (needsAnnotations(filter) && !lists.tool(name)) await lists.get('tools', asked)
    const tool = lists.tool(name)
    const forbidden = forbids(filter, name, tool)
    if (forbidden) return failed(forbidden)
    const replayable = tool?.annotations?.readOnlyHint === true || tool?.annotations?.idempotentHint === true
    const exchange = { ...asked, timeoutMs: toolTimeoutMs, replayable }
    return mirrored(name, params, exchange)
  }

  /** A server that misses a header knows another definition of the tool than this one. */
  async function mirrored(name: string, params: Fields, exchange: Exchange): Promise<Fields> {
    const sendIt = () => {
      const headers = parameterHeaders(lists.mirrored(name), params.arguments)
      return send('tools/call', params, { ...exchange, headers })
    }
    try {
      return await sendIt()
    } catch (error) {
      if (remote.era() !== 'modern' || !(error instanceof RpcError) || error.code !== CODE.headerMismatch) throw error
      await lists.refresh('tools', exchange)
      return sendIt()
    }
  }

  async function signIn({ arguments: given }: Fields, exchange: Exchange): Promise<Fields> {
    const address = isFields(given) ? given.redirect_address : undefined
    const pending = signIns?.pending()
    if (typeof address === 'string' && pending) {
      await pending.paste(address)
      await pending.done
      return said('Signed in. The tools are available now; if they are not shown, the application has to be restarted.')
    }
    await remote.identify({ ...exchange, replayable: true })
    await lists.refresh('tools', exchange)
    return said('Already signed in. If no other tools are shown, the application has to be restarted.')
  }

  /** How somebody is asked to sign in: by the host itself where it can show an address, otherwise through the model. */
  async function signInFirst(needed: SignInNeeded, params: Fields, exchange: Exchange, isModern: boolean) {
    if (!signIns)
      return failed('The server asks for a sign-in, although an Authorization header was given: correct it.')
    const { url, text } = await signIns.offer(needed)
    const { elicitation } = exchange.host.capabilities
    const shows = isFields(elicitation) && isFields(elicitation.url) && params.requestState !== AFTER_SIGN_IN
    if (!shows) return failed(text)
    const [message = ''] = text.split(' Tell the user')
    const asked = { mode: 'url', message: `${message} Sign in, then come back.`, url, elicitationId: randomUUID() }
    if (!isModern) throw new RpcError(CODE.urlElicitation, text, { elicitations: [asked] })
    const inputRequests = { sign_in: { method: 'elicitation/create', params: asked } }
    return { resultType: 'input_required', inputRequests, requestState: AFTER_SIGN_IN }
  }

  return async function callTool(params: Fields, exchange: Exchange, isModern: boolean): Promise<Fields> {
    const again = params.requestState === AFTER_SIGN_IN
    const own = again ? without(params, 'requestState', 'inputResponses') : params
    try {
      return await call(own, exchange)
    } catch (error) {
      if (error instanceof SignInNeeded) return await signInFirst(error, params, exchange, isModern).catch(explained)
      return explained(error)
    }
  }
}

function explained(error: unknown): Fields {
  if (error instanceof BridgeError) return failed(error.message)
  if (error instanceof RpcError || (error instanceof Error && error.name === 'AbortError')) throw error
  return failed(sentenceOf(error))
}

function failed(text: string): Fields {
  return { ...said(text), isError: true }
}

function said(text: string): Fields {
  return { content: [{ type: 'text', text }] }
}
