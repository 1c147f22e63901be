import { createHandrail, type Handrail, type HandrailOptions } from '@handrail/core'
import { backUpBefore } from './backups/before-migrations.ts'
import { type Config, mailOf, repliesOf } from './configuration/config.ts'
import { poolSizeOf } from './configuration/processes.ts'
import { prepareFolder } from './data-folder.ts'

interface ServiceOptions extends Pick<HandrailOptions, 'exclusive' | 'onError'> {
  /** Whether this process receives replies to mail. */
  receivesReplies: boolean
}

/** Opens the instance for the service, creating it if necessary. The caller closes it. */
export async function openInstance(
  config: Config,
  { receivesReplies: receive, ...options }: ServiceOptions,
): Promise<Handrail> {
  const {
    webhookAllowedCidrs: allowedRanges,
    webhookProxy: proxy,
    eventDays,
    maxVideoMb,
    embedHosts,
    processes,
  } = config
  const replies = repliesOf(config)
  return createHandrail({
    ...placed(config),
    pooler: config.databasePoolerUrl,
    eventDays,
    maxVideoBytes: maxVideoMb * 1024 ** 2,
    embedHosts,
    mail: mailSettings(config),
    ...(replies && { replies: { ...replies, receive } }),
    webhooks: { allowedRanges, proxy },
    processes,
    poolSize: poolSizeOf(config),
    ...options,
  })
}

/**
 * Opens the instance for one command, beside a server that may be running, and which does the work of the background.
 * @param sendsMail whether the command can cause mail, and reads the settings of the mail server
 */
export async function withInstance<T>(
  config: Config,
  work: (handrail: Handrail) => Promise<T>,
  { sendsMail = false }: { sendsMail?: boolean } = {},
): Promise<T> {
  const handrail = await createHandrail({
    ...placed(config),
    upkeep: false,
    imports: false,
    mail: { ...(sendsMail && mailSettings(config)), send: false },
    webhooks: { deliver: false },
  })
  try {
    return await work(handrail)
  } finally {
    await handrail.close()
  }
}

function mailSettings(config: Config) {
  return { ...mailOf(config), settable: !config.demo }
}

/** The options of every instance: where it is, and what it is called. */
function placed(config: Config) {
  const { database, databaseUrl, files, publicUrl, secret, previousSecret, plans } = config
  if (databaseUrl === undefined) prepareFolder(config.data)
  return {
    database,
    files,
    publicUrl,
    ...(secret && { secret, previousSecret }),
    ...(plans && { plans }),
    beforeMigrations: (pending: readonly string[]) => backUpBefore(config, pending),
  }
}
