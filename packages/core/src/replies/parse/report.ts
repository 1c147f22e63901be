import type { Attachment, Email } from 'postal-mime'
import type { DeliveryReport } from './mail.ts'

const MAX_REPORT = 64 * 1024
const MAX_DIAGNOSTIC = 300

/** The delivery report in a mail, if it is one (RFC 3464). */
export function reportOf({ attachments }: Pick<Email, 'attachments'>): DeliveryReport | null {
  const part = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status')
  if (!part) return null
  const fields = fieldsOf(textOf(part))
  const failed = fields.find((recipient) => recipient.get('action')?.toLowerCase() === 'failed')
  const { action, status, diagnostic } = partsOf(failed ?? fields.find((one) => one.has('action')) ?? new Map())
  return { isFailure: action === 'failed' && !status.startsWith('4'), diagnostic: diagnosticOf(status, diagnostic) }
}

function partsOf(fields: ReadonlyMap<string, string>) {
  const field = (name: string) => fields.get(name) ?? ''
  return {
    action: field('action').toLowerCase(),
    status: field('status'),
    diagnostic: field('diagnostic-code'),
  }
}

/** The reply of the server, with its status if it does not contain it: `5.1.1 550 No such user`. */
function diagnosticOf(status: string, diagnostic: string): string {
  const reply = diagnostic.slice(diagnostic.indexOf(';') + 1).trim()
  const both = reply.includes(status) ? reply : `${status} ${reply}`
  return both
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
    .slice(0, MAX_DIAGNOSTIC)
}

/** The groups of fields: one of the message, then one of each recipient. */
function fieldsOf(text: string): Map<string, string>[] {
  const groups: Map<string, string>[] = [new Map()]
  let last = ''
  for (const line of text.split(/\r?\n/)) {
    const group = groups.at(-1) ?? new Map<string, string>()
    const colon = line.indexOf(':')
    if (line.trim() === '') groups.push(new Map())
    else if (/^[ \t]/.test(line)) group.set(last, `${group.get(last) ?? ''} ${line.trim()}`)
    else if (colon > 0) {
      last = line.slice(0, colon).trim().toLowerCase()
      group.set(last, line.slice(colon + 1).trim())
    }
  }
  return groups
}

function textOf({ content }: Attachment): string {
  return (typeof content === 'string' ? content : new TextDecoder().decode(content)).slice(0, MAX_REPORT)
}
