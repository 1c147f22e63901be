import { resolveMx } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'
import { verifyMailbox } from '@handrail/core/internal'
import { type Config, repliesOf } from '../../../configuration/config.ts'
import { type Finding, fail, ok, reasonOf, warn } from './check.ts'

const TIMEOUT_MS = 5000
const UNVERIFIED =
  'Members cannot reply by mail: set HANDRAIL_REPLY_AUTHSERV to the mail server that verifies senders by DMARC'

/** Whether replies to mail can be received. */
export async function checkReplies(config: Config): Promise<Finding[]> {
  const replies = repliesOf(config)
  if (!replies) return [ok('Replies to mail are not received: people reply in their browser')]
  const unverified = replies.authserv === undefined ? [warn(UNVERIFIED)] : []
  if (replies.mailbox) return [await checkMailbox(replies.mailbox.url, replies.address), ...unverified]
  const { host = '', port = 0 } = replies.listener ?? {}
  const domain = replies.address.slice(replies.address.lastIndexOf('@') + 1)
  return [await checkListener(host, port), await checkDomain(domain), ...unverified]
}

async function checkMailbox(url: string, address: string): Promise<Finding> {
  try {
    await verifyMailbox(url)
  } catch (error) {
    return fail(reasonOf(error))
  }
  return ok(`The mailbox at ${new URL(url).host} can be read; replies go to ${address.replace('@', '+TOKEN@')}`)
}

/** The address of all interfaces is reached at that of this machine. */
const OWN: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

async function checkListener(host: string, port: number): Promise<Finding> {
  const socket = connect({ host: OWN[host] ?? host, port })
  try {
    const [greeting] = await once(socket, 'data', { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const isOurs = String(greeting).startsWith('220 ') && String(greeting).includes('Replies only')
    return isOurs
      ? ok(`Replies to mail are received at ${host}:${port}`)
      : fail(`Another program uses ${host}:${port}, where replies to mail should be received`)
  } catch (error) {
    return warn(`Nothing receives replies at ${host}:${port}: check that the service runs (${reasonOf(error)})`)
  } finally {
    socket.destroy()
  }
}

async function checkDomain(domain: string): Promise<Finding> {
  try {
    const servers = (await resolveMx(domain)).map(({ exchange }) => exchange)
    return ok(`Mail to ${domain} is delivered to ${servers.join(', ')}: this must be the machine that receives replies`)
  } catch (error) {
    return warn(`No mail server is announced for ${domain}: add an MX record for it (${reasonOf(error)})`)
  }
}
