import { hash } from 'node:crypto'
import { ALL_SCOPES, type HandrailOptions, operations } from '@handrail/core'
import { scopeText } from '@handrail/core/internal'
import type { AppOptions } from '../../src/index.ts'
import { type Engine, type Instance, openInstance, PUBLIC_URL } from './instance.ts'

const { createApplication, createUser } = operations

export const REDIRECT_URI = 'https://app.example/callback'
export const VERIFIER = 'verifier-'.repeat(5)
export const CHALLENGE = hash('sha256', VERIFIER, 'base64url')
const PASSWORD = 'correct horse battery staple'

interface Application {
  client_id: string
  client_secret: string
}

interface Person {
  id: string
  email: string
  /** Of a browser in which the person has signed in. */
  cookie: string
}

type Fields = Record<string, string | undefined>
type Role = 'viewer' | 'editor' | 'admin'

/** An instance, and a person with a browser who is asked to connect applications. */
export interface Authorization extends Instance {
  confidential: Application
  open: Application
  ada: Person
  signIn(role?: Role): Promise<Person>
  /** Sends a form; with credentials in the header when given. */
  send(path: string, fields: Fields | string, headers?: Record<string, string>): ReturnType<Instance['call']>
  authorize(query: Fields | string, person?: Person | null): ReturnType<Instance['call']>
  /** Answers the page of a consent as a browser would. */
  answer(page: string, fields?: Fields, person?: Person): ReturnType<Instance['call']>
  /** The whole way: the code that the client gets. */
  codeFor(query: Fields, fields?: Fields): Promise<string>
  exchange(application: Application, code: string, fields?: Fields): ReturnType<Instance['call']>
}

let people = 0

export async function openAuthorization(
  engine: Engine,
  options: Partial<AppOptions> = {},
  core: Partial<HandrailOptions> = {},
): Promise<Authorization> {
  const instance = await openInstance(engine, options, core)
  const workspace = await instance.handrail.asSystem(instance.acme.id)

  async function application(type: 'confidential' | 'public'): Promise<Application> {
    const input = { name: `Sync ${type}`, redirect_uris: [REDIRECT_URI], scopes: [...ALL_SCOPES], type }
    const { data } = await workspace.invoke(createApplication, input)
    return { client_id: data.id, client_secret: data.client_secret ?? '' }
  }

  const send: Authorization['send'] = (path, fields, headers = {}) =>
    instance.call({
      method: 'POST',
      path,
      token: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: typeof fields === 'string' ? fields : encode(fields),
    })

  async function signIn(role: Role = 'admin'): Promise<Person> {
    const email = `person${++people}@example.com`
    const { data } = await workspace.invoke(createUser, { email, name: 'Ada', role, password: PASSWORD })
    const answered = await send('/sign-in', { email, password: PASSWORD }, { origin: PUBLIC_URL })
    const cookies = [answered.headers['set-cookie'] ?? ''].flat()
    return { id: data.id, email, cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }
  }

  const ada = await signIn()
  const confidential = await application('confidential')

  const authorize: Authorization['authorize'] = (query, person = ada) =>
    instance.call({
      path: `/oauth/authorize?${typeof query === 'string' ? query : encode(query)}`,
      token: null,
      headers: person ? { cookie: person.cookie } : {},
    })

  const answer: Authorization['answer'] = (page, fields = {}, person = ada) =>
    send(
      '/oauth/authorize',
      { ...fieldsOf(page), decision: 'allow', ...fields },
      {
        cookie: person.cookie,
        origin: PUBLIC_URL,
      },
    )

  return {
    ...instance,
    confidential,
    open: await application('public'),
    ada,
    signIn,
    send,
    authorize,
    answer,
    async codeFor(query, fields) {
      const page = await authorize({ response_type: 'code', redirect_uri: REDIRECT_URI, ...query })
      const { headers } = await answer(page.text, fields)
      return new URL(headers.location ?? '').searchParams.get('code') ?? ''
    },
    exchange: ({ client_id, client_secret }, code, fields = {}) =>
      send('/oauth/token', {
        grant_type: 'authorization_code',
        code,
        client_id,
        client_secret: client_secret || undefined,
        redirect_uri: REDIRECT_URI,
        ...fields,
      }),
  }
}

/** A form, or a query, without the fields that are undefined. */
function encode(fields: Fields): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return new URLSearchParams(given).toString()
}

/** What a browser would send when the form is left as it is. */
export function fieldsOf(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input [^>]*>/g)].map(([input]) => input)
  const sent = inputs.filter((input) => /type="hidden"/.test(input) || /\schecked/.test(input))
  return Object.fromEntries(sent.map((input) => [attribute(input, 'name'), attribute(input, 'value') || 'on']))
}

function attribute(input: string, name: string): string {
  return new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? ''
}

export const ALL = scopeText(ALL_SCOPES)
