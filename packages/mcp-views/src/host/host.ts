import { type Answer, answerOf } from './answer.ts'
import type { HostContext } from './context.ts'
import { HostError, openChannel } from './messages.ts'

const PROTOCOL = '2026-01-26'

/** What the host tells the view, in the order in which it does. */
export interface Listener {
  context(context: HostContext): void
  input(given: Record<string, unknown>): void
  result(result: Record<string, unknown>): void
  cancelled(): void
}

/** The application around the view, and through it the server of the tools. */
export interface Host {
  /** Whether it calls tools, and opens links. */
  readonly calls: boolean
  readonly opens: boolean
  /** The tool whose answer is shown, as far as the host says. */
  readonly tool: string | undefined
  /** Calls a tool with the rights of the connection. The host, or the server, may ask the person first. */
  call<T>(name: string, given: Record<string, unknown>): Promise<Answer<T>>
  open(url: string): Promise<void>
  /** Tells the model what the person did here, where the host takes that. */
  tell(text: string): void
}

interface Initialized {
  hostCapabilities?: Record<string, unknown>
  hostContext?: HostContext & { toolInfo?: { tool?: { name?: string } } }
}

/** Begins the exchange with the host (MCP Apps, lifecycle). */
export async function connectHost(listener: Listener): Promise<Host> {
  let context: HostContext = {}
  const channel = openChannel((method, params) => {
    switch (method) {
      case 'ui/notifications/tool-input':
        listener.input((params.arguments ?? {}) as Record<string, unknown>)
        return {}
      case 'ui/notifications/tool-result':
        listener.result(params)
        return {}
      case 'ui/notifications/tool-cancelled':
        listener.cancelled()
        return {}
      case 'ui/notifications/host-context-changed':
        context = { ...context, ...params }
        listener.context(context)
        return {}
      case 'ping':
      case 'ui/resource-teardown':
        return {}
      default:
        return undefined
    }
  })
  const { hostCapabilities = {}, hostContext = {} }: Initialized = await channel.request('ui/initialize', {
    appInfo: { name: 'handrail', version: '1.0.0' },
    appCapabilities: {},
    protocolVersion: PROTOCOL,
  })
  context = hostContext
  listener.context(context)
  channel.notify('ui/notifications/initialized', {})
  reportSize((size) => channel.notify('ui/notifications/size-changed', size))

  return {
    calls: hostCapabilities.serverTools !== undefined,
    opens: hostCapabilities.openLinks !== undefined,
    tool: hostContext.toolInfo?.tool?.name,
    async call<T>(name: string, given: Record<string, unknown>) {
      try {
        return answerOf<T>(await channel.request('tools/call', { name, arguments: given }))
      } catch (error) {
        if (error instanceof HostError) return { failure: error.message }
        throw error
      }
    },
    open: async (url) => {
      await channel.request('ui/open-link', { url })
    },
    tell(text) {
      if (hostCapabilities.updateModelContext === undefined) return
      channel.request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {
        // What was done is done: a host that does not take the note loses nothing.
      })
    },
  }
}

function reportSize(report: (size: { width: number; height: number }) => void): void {
  const root = document.documentElement
  new ResizeObserver(() => {
    report({ width: Math.ceil(root.scrollWidth), height: Math.ceil(document.body.getBoundingClientRect().height) })
  }).observe(document.body)
}
