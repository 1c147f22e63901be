import axe from 'axe-core'
import { build } from 'esbuild'
import type { Frame, Page } from 'playwright-core'

/** What the tests need of the clients of both eras. */
export interface ViewClient {
  listTools(): Promise<{ tools: { name: string; _meta?: Record<string, unknown> | undefined }[] }>
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
  readResource(resource: { uri: string }): Promise<{ contents: unknown[] }>
}

interface ViewContent {
  text: string
  mimeType: string
  _meta: { ui: { csp: Record<string, string[]> } }
}

/** The host, on its page: the bridge of the extension, with a frame for the view. */
interface HostPage {
  startHost(start: {
    html: string
    context: Record<string, unknown>
    capabilities: Record<string, unknown>
    args: Record<string, unknown>
    result: unknown
  }): Promise<void>
  changeContext(context: Record<string, unknown>): void
  sendResult(result: unknown): Promise<void>
  cancelTool(): Promise<void>
  forwardCall(params: unknown): Promise<unknown>
  recordLink(url: string): Promise<void>
  recordNote(text: string): Promise<void>
}

const HOST = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
window.startHost = async ({ html, context, capabilities, args, result }) => {
  const frame = document.getElementById('frame')
  const bridge = new AppBridge(null, { name: 'Test host', version: '1.0.0' }, capabilities, { hostContext: context })
  bridge.oncalltool = (params) => window.forwardCall(params)
  bridge.onopenlink = async ({ url }) => (await window.recordLink(url), {})
  bridge.onupdatemodelcontext = async ({ content }) => (await window.recordNote(content[0].text), {})
  bridge.onsizechange = ({ height }) => { if (height) frame.style.height = height + 'px' }
  const ready = new Promise((resolve) => { bridge.oninitialized = resolve })
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  frame.srcdoc = html
  await ready
  await bridge.sendToolInput({ arguments: args })
  if (result) await bridge.sendToolResult(result)
  window.changeContext = (changed) => bridge.setHostContext({ ...context, ...changed })
  window.sendResult = (next) => bridge.sendToolResult(next)
  window.cancelTool = () => bridge.sendToolCancelled({ reason: 'user action' })
}
`

let bundled: Promise<string> | undefined

/** The script of the host. */
function hostScript(): Promise<string> {
  bundled ??= build({
    stdin: { contents: HOST, resolveDir: import.meta.dirname, loader: 'js' },
    ...{ bundle: true, format: 'esm', platform: 'browser', write: false, logLevel: 'error' },
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '')
  return bundled
}

/** The policy that hosts build of the metadata of a view (MCP Apps, content security policy). */
function policyOf({ connectDomains = [], resourceDomains = [], frameDomains = [] }: Record<string, string[]>): string {
  const or = (origins: string[], none: string) => (origins.length > 0 ? origins.join(' ') : none)
  const loaded = resourceDomains.join(' ')
  return [
    `default-src 'none'`,
    `script-src 'unsafe-inline' ${loaded}`,
    `style-src 'unsafe-inline' ${loaded}`,
    `img-src data: ${loaded}`,
    `connect-src ${or(connectDomains, "'none'")}`,
    `frame-src ${or(frameDomains, "'none'")}`,
  ].join('; ')
}

export interface Shown {
  frame: Frame
  /** The calls of the view, the pages that it opened, what it told the model, and what it asked of the network. */
  calls: { name: string; arguments: Record<string, unknown> }[]
  links: string[]
  notes: string[]
  requests: string[]
  faults: string[]
}

interface Showing {
  client: ViewClient
  tool: string
  args?: Record<string, unknown>
  context?: Record<string, unknown>
  /** Instead of the answer of the server; null for none yet. */
  result?: unknown
  capabilities?: Record<string, unknown>
  /** Answers a call instead of the server; nothing leaves it to the server. */
  answer?(name: string, args: Record<string, unknown>): unknown
}

const CAPABILITIES = { serverTools: {}, openLinks: {}, updateModelContext: { text: {} } }
const ADDRESS = 'https://host.example/'

/** Calls a tool and shows its view, as hosts do. */
export async function showView(page: Page, showing: Showing): Promise<Shown> {
  const { client, tool, args = {}, context = {}, capabilities = CAPABILITIES, answer } = showing
  const { tools } = await client.listTools()
  const { ui } = (tools.find(({ name }) => name === tool)?._meta ?? {}) as { ui?: { resourceUri?: string } }
  const uri = ui?.resourceUri ?? ''
  const [content] = (await client.readResource({ uri })).contents as ViewContent[]
  if (content?.mimeType !== 'text/html;profile=mcp-app') throw new Error(`${uri} is no view`)
  const result = showing.result === undefined ? await client.callTool({ name: tool, arguments: args }) : showing.result

  const shown = { calls: [], links: [], notes: [], requests: [], faults: [] } as Omit<Shown, 'frame'>
  const script = await hostScript()
  const body = `<!doctype html><html lang="en"><title>Host</title><main><iframe id="frame" title="View" sandbox="allow-scripts" style="border:0;width:100%;height:600px"></iframe></main><script type="module">${script.replaceAll('</script', '<\\/script')}</script>`
  await page.route('**/*', (route) => {
    if (route.request().url() === ADDRESS) return route.fulfill({ contentType: 'text/html', body })
    shown.requests.push(route.request().url())
    return route.abort()
  })
  page.on('console', (message) => message.type() === 'error' && shown.faults.push(message.text()))
  page.on('pageerror', (error) => shown.faults.push(String(error)))
  await page.exposeFunction('forwardCall', (call: Shown['calls'][number]) => {
    shown.calls.push(call)
    return answer?.(call.name, call.arguments) || client.callTool({ name: call.name, arguments: call.arguments ?? {} })
  })
  await page.exposeFunction('recordLink', (url: string) => void shown.links.push(url))
  await page.exposeFunction('recordNote', (text: string) => void shown.notes.push(text))
  await page.goto(ADDRESS)
  const policy = `<meta http-equiv="Content-Security-Policy" content="${policyOf(content._meta.ui.csp)}">`
  const html = content.text.replace('<head>', `<head>${policy}`)
  const start = { html, context: { ...context, toolInfo: { tool: { name: tool, inputSchema: { type: 'object' } } } } }
  await page.evaluate((given) => (window as unknown as HostPage).startHost(given), {
    ...{ ...start, capabilities, args, result },
  })
  const frame = page.frames().find((one) => one.parentFrame() !== null)
  if (!frame) throw new Error('The host has no frame')
  return { ...shown, frame }
}

/** Changes what the host says about itself. */
export async function changeContext(page: Page, context: Record<string, unknown>): Promise<void> {
  await page.evaluate((given) => (window as unknown as HostPage).changeContext(given), context)
}

export async function sendResult(page: Page, result: unknown): Promise<void> {
  await page.evaluate((given) => (window as unknown as HostPage).sendResult(given), result)
}

export async function cancelTool(page: Page): Promise<void> {
  await page.evaluate(() => (window as unknown as HostPage).cancelTool())
}

/** A result of a tool with this value. */
export function resultWith(value: unknown) {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
}

/** The violations that axe finds in a view, and whether it is wider than its frame. */
export async function faultsIn(frame: Frame): Promise<string[]> {
  await frame.evaluate(`globalThis.axe || (() => { ${axe.source} })();undefined`)
  // A view is a part of the page of its host.
  const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
  const found = (await frame.evaluate(
    `axe.run({ resultTypes: ['violations'], rules: ${JSON.stringify(rules)} }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  )) as string[]
  const [width, shown] = (await frame.evaluate('[document.documentElement.scrollWidth, innerWidth]')) as number[]
  return (width ?? 0) > (shown ?? 0) ? [...found, `${width} wide in ${shown}`] : found
}
