import { createHandrail, type Handrail, type HandrailOptions } from '@handrail/core'
import { backUpBefore } from './backups/before-migrations.ts'
import { type Config, mailOf, repliesOf } from './configuration/config.ts'
import { prepareFolder } from './data-folder.ts'

interface Opening extends Partial<HandrailOptions> {
  /** Whether it receives replies to mail, if they are configured. Defaults to true. */
  receivesReplies?: boolean
}

/** Opens the instance of the configuration, creating it if necessary. The caller closes it. */
export async function openInstance(
  config: Config,
  { receivesReplies = true, ...options }: Opening = {},
): Promise<Handrail> {
  const {
    database,
    databaseUrl,
    files,
    publicUrl,
    secret,
    plans,
    webhookAllowedCidrs: allowedRanges,
    webhookProxy: proxy,
    eventDays,
    maxVideoMb,
    embedHosts,
  } = config
  if (databaseUrl === undefined) prepareFolder(config.data)
  const maxVideoBytes = maxVideoMb * 1024 ** 2
  const webhooks = { allowedRanges, proxy, ...options.webhooks }
  const mail = { ...mailOf(config), settable: !config.demo, ...options.mail }
  const replies = repliesOf(config)
  const given = {
    ...(secret && { secret }),
    ...(plans && { plans }),
    mail,
    ...(replies && { replies: { ...replies, receive: receivesReplies } }),
  }
  return createHandrail({
    database,
    files,
    publicUrl,
    eventDays,
    maxVideoBytes,
    embedHosts,
    beforeMigrations: (pending) => backUpBefore(config, pending),
    ...options,
    ...given,
    webhooks,
  })
}

/** Opens the instance for one command, beside a server that may be running, and which does the work of the background. */
export async function withInstance<T>(config: Config, work: (handrail: Handrail) => Promise<T>): Promise<T> {
  const handrail = await openInstance(config, {
    upkeep: false,
    imports: false,
    mail: { send: false },
    webhooks: { deliver: false },
    receivesReplies: false,
  })
  try {
    return await work(handrail)
  } finally {
    await handrail.close()
  }
}
