import { BASE } from '../base-path.ts'
import { CallError, type ErrorBody } from './error.ts'
import type { FileInput, FileName, Input, Name, Output } from './operations.ts'

/** The workspace and the conditions of a call. */
export interface CallOptions {
  /** The workspace that it acts in; not needed for the own account. */
  workspace: string | undefined
  /** The entity tag of the record that was read. The change is refused if somebody else has changed it since. */
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
  /** Whether the request continues after the page is left. */
  keepalive?: boolean
}

/** A result, with the entity tag of its record if it has one. */
export interface OperationResponse<N extends Name> {
  value: Output<N>
  etag: string | null
}

/** Runs an operation on the server, for the person who is signed in. @throws CallError */
export async function call<N extends Name>(
  name: N,
  input: Input<N>,
  options: CallOptions,
): Promise<OperationResponse<N>> {
  const { workspace = 'none', ifMatch, signal, keepalive = false } = options
  const response = await request(`${BASE}/console/operations/${wireName(name)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'handrail-workspace': workspace,
      ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    },
    body: JSON.stringify(input),
    keepalive,
    ...(signal && { signal }),
  })
  // The server answers as the operation's schema says.
  const value = (response.status === 204 ? undefined : await response.json()) as Output<N>
  return { value, etag: response.headers.get('etag') }
}

/** Runs an operation that takes a file. @throws CallError */
export async function callWithFile<N extends FileName>(
  name: N,
  file: Blob,
  fields: FileInput<N>,
  workspace: string | undefined,
): Promise<Output<N>> {
  const response = await request(`${BASE}/console/files/${wireName(name)}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'handrail-workspace': workspace ?? 'none',
      'handrail-input': encodeURIComponent(JSON.stringify(fields)),
    },
    body: file,
  })
  return response.json()
}

/** Opens the change stream of a workspace (server-sent events), from the cursor of an earlier one. @throws CallError */
export async function openChangeStream(
  workspace: string,
  { after, signal }: { after: string | undefined; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
  const headers = { 'handrail-workspace': workspace, ...(after !== undefined && { 'last-event-id': after }) }
  return (await request(`${BASE}/console/changes`, { method: 'POST', headers, signal })).body
}

/** Sends a request and returns the response. @throws CallError if the server refuses it or does not answer */
export async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await reach(url, init)
  if (response.ok) return response
  throw new CallError(response.status, await errorOf(response))
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new CallError(0, { type: 'offline', message: '' })
  }
}

async function errorOf(response: Response): Promise<ErrorBody> {
  try {
    const { error }: { error: ErrorBody } = await response.json()
    return error
  } catch {
    // A proxy answers in its own way.
    return { type: 'unavailable', message: '' }
  }
}

/** `listContacts` is called `list_contacts` on the wire. */
function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
