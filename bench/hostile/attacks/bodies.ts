import { type Attack, type Attacker, repeated } from '../attack.ts'
import { type Answer, send } from '../browser.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const KIB = 1024

const many = (count: number, text: string) => `[${Array(count).fill(text).join(',')}]`
const keys = (count: number, of = (i: number) => `f${i}`) =>
  `{${Array.from({ length: count }, (_, i) => `"${of(i)}":0`).join(',')}}`

function post(url: string, path: string, body: string, type = JSON_TYPE, token?: string): Promise<Answer> {
  const headers = { 'content-type': type, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  return send(new URL(path, url), { method: 'POST', headers, body })
}

const toOauth = (name: string, body: string, type?: string, path = '/oauth/token'): Attack => ({
  name: `${path}: ${name}`,
  run: ({ url }) => repeated(20, () => post(url, path, body, type)),
})

const toApi = (name: string, body: string, path = '/api/v1/contacts'): Attack => ({
  name: `${path}: ${name}`,
  run: ({ url, token }) => repeated(20, () => post(url, path, body, JSON_TYPE, token)),
})

const toConsole = (name: string, who: 'admin' | 'viewer', body: string): Attack => ({
  name: `console, ${who}: ${name}`,
  run: (attacker: Attacker) => repeated(5, () => attacker[who].call('create_contact', body)),
})

const contact = (fields: string) => `{"contact":{"email":"a@b.example","first_name":"A",${fields}}}`
const rpc = (method: string, params: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`
const BIG_NUMBERS = many(43_000, '1e400')

/** Bodies that cost more to read or reject than to send. */
export const BODIES: Attack[] = [
  toOauth('258 KB of 1e400', BIG_NUMBERS),
  toOauth('the same', BIG_NUMBERS, JSON_TYPE, '/oauth/register'),
  toOauth('the same', BIG_NUMBERS, JSON_TYPE, '/oauth/introspect'),
  toOauth('16 KB of 1e400', many(2700, '1e400'), JSON_TYPE, '/oauth/revoke'),
  toOauth('a form of 64 KB of &', '&'.repeat(64 * KIB), FORM_TYPE),
  toOauth('a form of 5,000 parameters', Array.from({ length: 5000 }, (_, i) => `a${i}=`).join('&'), FORM_TYPE),
  toOauth('an assertion of 15 KB', `client_assertion=${'a.'.repeat(7 * KIB)}`, FORM_TYPE),
  toOauth(
    '20 redirect addresses of 700 characters',
    JSON.stringify({ redirect_uris: Array(20).fill(`https://a.example/${'x'.repeat(680)}`) }),
    JSON_TYPE,
    '/oauth/register',
  ),
  toConsole('4 MB of 1e400', 'viewer', many(690_000, '1e400')),
  toConsole('4 MB of 1e400', 'admin', many(690_000, '1e400')),
  toConsole('400,000 unknown fields', 'admin', keys(400_000)),
  toConsole('4 MB of brackets', 'admin', '['.repeat(4_000_000)),
  toConsole('4 MB of numbers of 399 digits', 'admin', many(10_000, `1${'0'.repeat(397)}1`)),
  toConsole('99,000 numbers with zeros at their end', 'admin', many(99_000, `1.${'0'.repeat(29)}`)),
  toApi('20,000 unknown fields', `{"contact":${keys(20_000)}}`),
  toApi('20,000 keys beside the record', keys(20_000)),
  toApi('258 KB of 1e400', contact(`"metadata":{"n":${BIG_NUMBERS}}`)),
  toApi('numbers of 399 digits', contact(`"metadata":{"n":${many(600, `1${'0'.repeat(397)}1`)}}`)),
  toApi('256 KB of escaped quotation marks', contact(`"last_name":"${'\\"'.repeat(120 * KIB)}"`)),
  toApi('256 KB of \\u0000', contact(`"last_name":"${'\\u0000'.repeat(40 * KIB)}"`)),
  toApi('13,000 keys in metadata', contact(`"metadata":${keys(13_000)}`)),
  toApi('keys that all hash to one bucket', contact(`"metadata":${keys(10_000, (i) => String(i * 65_536))}`)),
  toApi('an address of 200 KB', contact(`"external_id":"${'a'.repeat(200 * KIB)}"`)),
  toApi(
    'an e-mail address of 60,000 dots',
    `{"contact":{"first_name":"A","email":"${'a.'.repeat(60_000)}@b.example"}}`,
  ),
  toApi(
    '100,000 types of events',
    `{"webhook_endpoint":{"url":"https://a.example","events":${many(80_000, '"a"')}}}`,
    '/api/v1/webhook_endpoints',
  ),
  toApi('a batch of 5,000 calls', `[${Array(2500).fill(rpc('tools/list', '{}')).join(',')}]`, '/mcp'),
  {
    name: '/mcp: batches of 100 searches',
    run: ({ url, reader }) => {
      const searches = Array.from(
        { length: 100 },
        (_, id) =>
          `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"list_contacts","arguments":{"query":"a"}}}`,
      )
      return repeated(5, () => post(url, '/mcp', `[${searches.join(',')}]`, JSON_TYPE, reader))
    },
  },
  toApi('arguments of 250 KB', rpc('tools/call', `{"name":"create_contact","arguments":${keys(20_000)}}`), '/mcp'),
]
