// The client that the conformance suite tests: the bridge, and a host that does what the scenario demands.
// The suite starts it with the server's address, and says in the environment which scenario and revision it runs.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject, type JsonObject } from '../../src/json.ts'
import type { Message } from '../../src/protocol/messages.ts'
import { type BridgeProcess, LEGACY_HOST, modern, PROGRAM, speakWith, textOf } from '../support/bridge-process.ts'

interface Context {
  client_id?: string
  client_secret?: string
  private_key_pem?: string
  signing_algorithm?: string
  toolCalls?: { name: string; arguments: JsonObject }[]
}

const { MCP_CONFORMANCE_SCENARIO: scenario = '', MCP_CONFORMANCE_PROTOCOL_VERSION: revision } = process.env
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as Context
const isModern = revision === '2026-07-28'
const capabilities = { elicitation: { form: {} } }
const params = (own: JsonObject = {}) => (isModern ? modern(own, capabilities) : own)
const home = mkdtempSync(join(tmpdir(), 'mcp-bridge-conformance-'))

/** What the bridge answers while nobody is signed in. */
const SIGN_IN = /Tell the user to open this address/
const MOST_SIGN_INS = 4
/** Questions of the server that have their answer. */
const done = new Set<unknown>()
/** Ends of sign-ins that were waited for. */
const waited = { changes: 0, failures: 0 }

const bridge = start(process.argv.at(-1) ?? '')
try {
  await run()
} finally {
  bridge.endInput()
  await bridge.ended
  rmSync(home, { recursive: true, force: true })
  // Where a scenario fails, the suite shows this.
  process.stderr.write(bridge.stderr())
}

function start(url: string): BridgeProcess {
  const browser = `${process.execPath} ${fileURLToPath(new URL('browser.mjs', import.meta.url))}`
  const { client_id, client_secret, private_key_pem: key, signing_algorithm: algorithm } = context
  const keyFile = join(home, 'client-key.pem')
  if (key) writeFileSync(keyFile, key)
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    HOME: home,
    MCP_BRIDGE_HOME: home,
    MCP_BRIDGE_STORE: 'file',
    MCP_BRIDGE_BROWSER: browser,
    MCP_BRIDGE_LOG_LEVEL: 'debug',
    MCP_BRIDGE_CLIENT_METADATA_URL: 'https://conformance-test.local/client-metadata.json',
    ...(client_id && { MCP_BRIDGE_CLIENT_ID: client_id }),
    ...(client_secret && { MCP_BRIDGE_CLIENT_SECRET: client_secret }),
    ...(key && { MCP_BRIDGE_CLIENT_KEY: keyFile }),
    ...(algorithm && { MCP_BRIDGE_CLIENT_KEY_ALGORITHM: algorithm }),
    ...(scenario.startsWith('auth/client-credentials') && { MCP_BRIDGE_CLIENT_CREDENTIALS: 'true' }),
  }
  return speakWith(spawn(process.execPath, [PROGRAM, url], { env }), () => undefined)
}

async function run() {
  if (isModern) {
    await bridge.request('server/discover', params())
    bridge.begin('subscriptions/listen', params({ notifications: { toolsListChanged: true } }))
  } else {
    await bridge.request('initialize', { ...LEGACY_HOST, protocolVersion: revision, capabilities })
    bridge.notify('notifications/initialized')
  }
  const tools = await listTools()
  switch (scenario) {
    case 'initialize':
    case 'request-metadata':
    case 'json-schema-ref-no-deref':
      return
    case 'json-schema-2020-12-preservation':
      return void (await call('json_schema_echo', {
        schema: tools.find(({ name }) => name !== 'json_schema_echo')?.inputSchema,
      }))
    case 'tools_call':
      return void (await call('add_numbers', { a: 5, b: 3 }))
    case 'http-custom-headers':
      for (const one of context.toolCalls ?? []) await call(one.name, one.arguments)
      return
    case 'http-standard-headers':
      await callAll(tools)
      return readAll()
    default:
      await callAll(tools)
  }
}

async function listTools(): Promise<JsonObject[]> {
  for (let signIns = 0; ; signIns++) {
    const { result, error } = await bridge.request('tools/list', params())
    if (error) throw new Error(error.message)
    const tools = (Array.isArray(result?.tools) ? result.tools : []).filter(isObject)
    if (tools[0]?.name !== 'sign_in' || signIns === MOST_SIGN_INS || !(await signedIn())) return tools
  }
}

async function callAll(tools: JsonObject[]) {
  for (const { name, inputSchema } of tools) await call(String(name), argumentsFor(inputSchema))
}

async function readAll() {
  const resources = await bridge.request('resources/list', params())
  for (const { uri } of (resources.result?.resources ?? []) as JsonObject[])
    await bridge.request('resources/read', params({ uri }))
  const prompts = await bridge.request('prompts/list', params())
  for (const { name } of (prompts.result?.prompts ?? []) as JsonObject[])
    await bridge.request('prompts/get', params({ name }))
}

/** Calls a tool, answers what is asked meanwhile, and signs in where that is needed. */
async function call(name: string, given: unknown = {}): Promise<Message> {
  const own = { name, arguments: given }
  for (let signIns = 0; ; signIns++) {
    const answer = await answered(own)
    if (
      !SIGN_IN.test(textOf(answer)) ||
      /Continue only if/.test(textOf(answer)) ||
      signIns === MOST_SIGN_INS ||
      !(await signedIn())
    )
      return answer
  }
}

async function answered(own: JsonObject): Promise<Message> {
  const id = bridge.begin('tools/call', params(own))
  const answerQuestions = setInterval(() => questions(), 5)
  const answer = await bridge.answer(id).finally(() => clearInterval(answerQuestions))
  if (answer.result?.resultType !== 'input_required') return answer
  const { inputRequests, requestState } = answer.result
  const asked = Object.entries(isObject(inputRequests) ? inputRequests : {})
  const inputResponses = Object.fromEntries(asked.map(([key, question]) => [key, accept(question as JsonObject)]))
  return answered({ ...own, inputResponses, ...(requestState !== undefined && { requestState }) })
}

function questions() {
  for (const message of bridge.messages) {
    if (message.method !== 'elicitation/create' || done.has(message.id)) continue
    done.add(message.id)
    bridge.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: accept({ ...message }) })}\n`)
  }
}

/** A person who agrees, and leaves every field as it was proposed. */
function accept({ params: asked }: JsonObject): JsonObject {
  const schema = isObject(asked) && isObject(asked.requestedSchema) ? asked.requestedSchema : {}
  const fields = Object.entries(isObject(schema.properties) ? schema.properties : {})
  const content = Object.fromEntries(
    fields.map(([name, field]) => [name, isObject(field) ? (field.default ?? true) : true]),
  )
  return { action: 'accept', content }
}

/** Waits until a sign-in ends that was not waited for yet. @returns whether it was one, which is told as a change */
async function signedIn(): Promise<boolean> {
  const changes = () => bridge.messages.filter(({ method }) => method === 'notifications/tools/list_changed').length
  const failures = () =>
    bridge
      .stderr()
      .match(
        /The sign-in to \S+ failed: |Continue only if|^mcp-bridge: (?!Answered|Sent|Sign|The server|The sign-in)/gm,
      )?.length ?? 0
  const end = Date.now() + 40_000
  while (Date.now() < end) {
    if (changes() > waited.changes) {
      waited.changes = changes()
      return true
    }
    if (failures() > waited.failures) return false
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return false
}

function argumentsFor(schema: unknown): JsonObject {
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      isObject(property) && property.type === 'number' ? 1 : 'text',
    ]),
  )
}
