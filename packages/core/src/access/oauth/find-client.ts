import type { Context } from '../../context.ts'
import type { Client } from './client.ts'
import { findStoredClient } from './clients.ts'
import { findDocumentClient } from './document.ts'

/**
 * The client with an id: an application, a registration, or what the document at that address describes.
 * @throws OAuthError `invalid_client` when there is a document and it cannot be read
 */
export async function findClient(context: Context, client_id: string): Promise<Client | undefined> {
  // Ids that we give out never start like this (CIMD section 6).
  if (client_id.startsWith('https://')) return findDocumentClient(context, client_id)
  return context.store.read((reader) => findStoredClient(reader, client_id))
}
