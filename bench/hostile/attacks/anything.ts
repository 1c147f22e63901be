import type { Attack, Attacker } from '../attack.ts'
import { type Answer, send } from '../browser.ts'
import { drawOperation, drawText, pick, type Random, randomFrom } from '../chance.ts'

const CONNECTIONS = 100
const MOST_IDS = 2000
const PER_ROUND = 30

/** What anybody may ask for. */
const PAGES = ['/', '/sign-in', '/docs', '/docs/guide', '/api/v1/openapi.json', '/llms.txt', '/robots.txt', '/healthz']
const PAGES_OF_OAUTH = ['/.well-known/oauth-authorization-server', '/oauth/authorize?client_id=a', '/oauth/jwks.json']
/** Reads of the workspace of 100,000 contacts. */
const LISTS = ['contacts', 'contacts/search', 'enrollments', 'organisations', 'events']
const SORTS = ['name', 'email', 'created_at', 'last_activity_at', 'domain', 'progress', 'none']

type Ask = (random: Random) => Promise<Answer>

/** 100 connections that ask for anything, in a mix of clients that is drawn as well. @param seed draws the same again */
export function anything(seed: number): Attack {
  const random = randomFrom(seed)
  return {
    name: `anything, by chance (${seed})`,
    async run(attacker) {
      const ids: string[] = [attacker.guide_id]
      const clients = [withKey, withReader, asViewer, asAnybody, asParticipant].map((client) => client(attacker, ids))
      const wrappers = await readWrappers(attacker)
      const weights = clients.map(() => random() ** 3)
      const bag = clients.flatMap((client, at) => Array<typeof client>(Math.ceil(10 * (weights[at] ?? 0))).fill(client))
      const answers: Answer[] = []
      async function connection() {
        const client = pick(random, bag)
        for (let time = 0; time < PER_ROUND; time++) {
          const answer = await client(random, wrappers)
          for (const [id] of answer.text.matchAll(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}/g)) {
            if (ids.length >= MOST_IDS) break
            ids.push(id)
          }
          answers.push({ status: answer.status, text: answer.status >= 500 ? answer.text : '' })
        }
      }
      await Promise.all(Array.from({ length: CONNECTIONS }, connection))
      return answers
    },
  }
}

interface Described {
  requestBody?: { content?: Record<string, { schema?: { properties?: object } }> }
}

type Client = (attacker: Attacker, ids: readonly string[]) => (random: Random, wrappers: Wrappers) => Promise<Answer>

/** The name under which a body holds the record, by method and path. */
type Wrappers = ReadonlyMap<string, string>

async function readWrappers({ url }: Attacker): Promise<Wrappers> {
  const { text } = await send(new URL('/api/v1/openapi.json', url))
  const wrappers = new Map<string, string>()
  for (const [path, methods] of Object.entries<Record<string, Described>>(JSON.parse(text).paths))
    for (const [method, { requestBody }] of Object.entries(methods)) {
      const names = Object.keys(requestBody?.content?.['application/json']?.schema?.properties ?? {})
      if (names.length === 1 && names[0]) wrappers.set(`${method.toUpperCase()} ${path}`, names[0])
    }
  return wrappers
}

/** A key of all scopes: all operations, by REST or as tools. */
const withKey: Client =
  ({ url, token }, ids) =>
  (random, wrappers) => {
    const drawn = drawOperation(random, ids)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    if (!drawn.route || random() < 0.2) {
      const params = { name: drawn.name, arguments: drawn.input }
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
      const accept = 'application/json, text/event-stream'
      return send(new URL('/mcp', url), { method: 'POST', headers: { ...headers, accept }, body })
    }
    const [method = 'GET', route = '/'] = drawn.route.split(' ')
    const rest = { ...drawn.input }
    const path = route.replaceAll(/:(\w+)/g, (_, name) => {
      const value = String(rest[name] ?? pick(random, ids))
      delete rest[name]
      return encodeURIComponent(value.toWellFormed().slice(0, 500))
    })
    const to = new URL(`/api/v1${path}`, url)
    if (method === 'GET' || method === 'DELETE') {
      for (const [name, value] of Object.entries(rest))
        to.searchParams.set(name, (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 2000))
      return send(to, { method, headers })
    }
    const wrapper = wrappers.get(`${method} ${route.replaceAll(/:(\w+)/g, '{$1}')}`)
    const body = JSON.stringify(wrapper === undefined ? rest : { [wrapper]: rest })
    return send(to, { method, headers, body })
  }

/** A key that reads, in the workspace of 100,000 contacts. */
const withReader: Client =
  ({ url, reader }) =>
  (random) => {
    const to = new URL(`/api/v1/${pick(random, LISTS)}`, url)
    const maybe = (name: string, value: string) => random() < 0.5 && to.searchParams.set(name, value)
    maybe('query', random() < 0.7 ? pick(random, ['a', 'e', '%', '_', 'zz']) : drawText(random).toWellFormed())
    maybe('sort', pick(random, SORTS))
    maybe('order', pick(random, ['asc', 'desc']))
    maybe('per_page', '100')
    maybe('page', pick(random, ['1', '99', '990', '99999']))
    return send(to, { headers: { authorization: `Bearer ${reader}` } })
  }

const asViewer: Client =
  ({ viewer }, ids) =>
  (random) => {
    const { name, input } = drawOperation(random, ids)
    return viewer.call(name, input)
  }

const asAnybody: Client =
  ({ url }) =>
  (random) => {
    const any = encodeURIComponent(drawText(random).toWellFormed())
    return send(new URL(pick(random, [...PAGES, ...PAGES_OF_OAUTH, `/g/${any}`, `/${any}`, `/api/v1/${any}`]), url))
  }

/** A customer with a link: pages that it leads to, and forms on them. */
const asParticipant: Client = ({ url, link }) => {
  let at = `/g/${link}`
  let forms: { action: string; names: string[] }[] = []
  const ask: Ask = async (random) => {
    const form = random() < 0.4 ? pick(random, forms) : undefined
    if (form) {
      const fields = form.names.map((name) => [name, random() < 0.7 ? drawText(random).toWellFormed() : 'true'])
      const headers = { origin: url, 'sec-fetch-site': 'same-origin' }
      return send(new URL(form.action, new URL(at, url)), {
        method: 'POST',
        headers,
        body: new URLSearchParams(fields),
      })
    }
    const page = await send(new URL(at, url))
    forms = [...page.text.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
      ([, action = '', inside = '']) => ({
        action: action.replaceAll('&amp;', '&'),
        names: [...inside.matchAll(/name="([^"]+)"/g)].map(([, name = '']) => name),
      }),
    )
    const links = [...page.text.matchAll(/href="(\/g\/[^"#]+)"/g)].map(([, to = '']) => to.replaceAll('&amp;', '&'))
    at = links.length > 0 && random() < 0.9 ? pick(random, links) : `/g/${link}`
    return page
  }
  return ask
}
