import type { Context } from '../../context.ts'

interface Subscriber {
  workspace_id: string
  contact_id: string
}

type Signing = Pick<Context, 'sealer' | 'settings'>

/**
 * The unsubscribe address of a contact. It is signed, and does not give access to the guide, because mail providers
 * request it too (RFC 8058).
 */
export function unsubscribeUrl({ sealer, settings }: Signing, { workspace_id, contact_id }: Subscriber): string {
  const token = `${workspace_id}.${contact_id}.${sealer.sign(signedText({ workspace_id, contact_id }))}`
  return `${settings.publicUrl}/unsubscribe?token=${token}`
}

/** The contact of an address; undefined for an invalid one. */
export function subscriberOf({ sealer }: Pick<Context, 'sealer'>, token: string): Subscriber | undefined {
  const [workspace_id = '', contact_id = '', signature = ''] = token.split('.')
  const subscriber = { workspace_id, contact_id }
  return sealer.verify(signedText(subscriber), signature) ? subscriber : undefined
}

function signedText({ workspace_id, contact_id }: Subscriber): string {
  return `unsubscribe ${workspace_id} ${contact_id}`
}
