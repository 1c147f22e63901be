import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject, without } from '../../json.ts'
import { CODE, RpcError } from '../../protocol/messages.ts'
import type { RequestContext } from '../../protocol/request-context.ts'
import { SignInNeeded } from '../../server/http/sign-in-needed.ts'
import { parameterHeaders } from '../../server/modern/parameter-headers.ts'
import type { Server } from '../../server/server.ts'
import type { Forwarding } from '../forwarding.ts'
import type { ServerLists } from '../lists/server-lists.ts'
import type { SignInPrompts } from '../sign-in/sign-in-prompts.ts'
import { forbids, needsAnnotations, type ToolFilter } from './filter.ts'
import type { Pinning } from './pinning.ts'
import { explained, failed, said } from './results.ts'
import { SIGN_IN_TOOL } from './sign-in-tool.ts'

/** Marks the second attempt of a modern host that was asked to sign in. */
const AFTER_SIGN_IN = 'mcp-bridge:after-sign-in'

export interface ToolCallsOptions {
  server: Server
  lists: ServerLists
  filter: ToolFilter
  signIns: SignInPrompts | undefined
  toolTimeoutMs: number
  forward: Forwarding['forward']
  checkPin: Pinning['check']
}

/** The result of a tool call; every error is a result that says what to do. */
export type CallTool = (params: JsonObject, context: RequestContext, isModern: boolean) => Promise<JsonObject>

export function openToolCalls({
  server,
  lists,
  filter,
  signIns,
  toolTimeoutMs,
  forward,
  checkPin,
}: ToolCallsOptions): CallTool {
  async function call(params: JsonObject, context: RequestContext): Promise<JsonObject> {
    const name = String(params.name)
    if (name === SIGN_IN_TOOL.name && !lists.tool(name)) return signIn(params, context)
    if (needsAnnotations(filter) && !lists.tool(name)) await lists.get('tools', context)
    const tool = lists.tool(name)
    const forbidden = forbids(filter, name, tool)
    if (forbidden) return failed(forbidden)
    const changed = checkPin(tool)
    if (changed) return failed(changed)
    const replayable = tool?.annotations?.readOnlyHint === true || tool?.annotations?.idempotentHint === true
    return mirrored(name, params, { ...context, timeoutMs: toolTimeoutMs, replayable })
  }

  /** A server that misses a header knows another definition of the tool than this one. */
  async function mirrored(name: string, params: JsonObject, context: RequestContext): Promise<JsonObject> {
    const sendIt = () => {
      const headers = parameterHeaders(lists.mirrored(name), params.arguments)
      return forward('tools/call', params, { ...context, headers })
    }
    try {
      return await sendIt()
    } catch (error) {
      if (server.era() !== 'modern' || !(error instanceof RpcError) || error.code !== CODE.headerMismatch) throw error
      await lists.refresh('tools', context)
      return sendIt()
    }
  }

  async function signIn({ arguments: given }: JsonObject, context: RequestContext): Promise<JsonObject> {
    const address = isObject(given) ? given.redirect_address : undefined
    const pending = signIns?.pending()
    if (typeof address === 'string' && pending) {
      await pending.paste(address)
      await pending.done
      return said('Signed in. The tools are available now; if they are not shown, restart the application.')
    }
    await server.identify({ ...context, replayable: true })
    await lists.refresh('tools', context)
    return said('Already signed in. If no other tools are shown, restart the application.')
  }

  /** How somebody is asked to sign in: by the host itself where it can show an address, otherwise through the model. */
  async function signInFirst(needed: SignInNeeded, params: JsonObject, context: RequestContext, isModern: boolean) {
    if (!signIns)
      return failed('The server requires a sign-in, although an Authorization header was given: correct the header.')
    const { url, text } = await signIns.offer(needed)
    const { elicitation } = context.host.capabilities
    const shows = isObject(elicitation) && isObject(elicitation.url) && params.requestState !== AFTER_SIGN_IN
    if (!shows) return failed(text)
    const [message = ''] = text.split(' Tell the user')
    const asked = { mode: 'url', message: `${message} Sign in, then come back.`, url, elicitationId: randomUUID() }
    if (!isModern) throw new RpcError(CODE.urlElicitation, text, { elicitations: [asked] })
    const inputRequests = { sign_in: { method: 'elicitation/create', params: asked } }
    return { resultType: 'input_required', inputRequests, requestState: AFTER_SIGN_IN }
  }

  return async (params, context, isModern) => {
    const again = params.requestState === AFTER_SIGN_IN
    const own = again ? without(params, 'requestState', 'inputResponses') : params
    try {
      return await call(own, context)
    } catch (error) {
      if (error instanceof SignInNeeded) return await signInFirst(error, params, context, isModern).catch(explained)
      return explained(error)
    }
  }
}
