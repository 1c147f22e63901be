import {
  inspectDatabase,
  knownSecretsOf,
  missingSecret,
  newSecret,
  openAsItIs,
  replaceKeyFile,
  rotateSecret,
  verifyInstanceSecret,
} from '@handrail/core/internal'
import { command, SECRET_SETTINGS } from '../../command.ts'
import type { Config } from '../../configuration/config.ts'
import { requireDatabase } from '../../data-folder.ts'
import { Failure } from '../../failure.ts'
import { keyFileOf } from './files.ts'

/** The keys of a change, and what ends it. */
interface Change {
  to: Buffer
  from: readonly Buffer[]
  /** Lets go of the former keys, once nothing is encrypted with them. */
  end(): void
  /** What is left to do, in a sentence. */
  after: string
}

export const rotateKey = command({
  name: 'rotate-key',
  summary: 'Encrypt everything with a new key, while the server runs; an interrupted run continues with the next one',
  settings: ['data', 'databaseUrl', ...SECRET_SETTINGS],
  examples: ['handrail rotate-key', 'HANDRAIL_SECRET=new HANDRAIL_SECRET_PREVIOUS=former handrail rotate-key'],
  async run({ config, say }) {
    requireDatabase(config)
    const inspection = await inspectDatabase(config.database)
    if (inspection.pending.length > 0)
      throw new Failure('The database is of an earlier release. Start the server, or run handrail migrate, first')
    const { to, from, end, after } =
      config.secret === undefined ? await changeOfFile(config, inspection) : changeOfSetting(config, config.secret)
    const database = await openAsItIs(config.database)
    try {
      const outcome = await rotateSecret(database, { to, from, say })
      if (outcome === undefined) throw new Failure(unknownKey(config))
      for (const [column, count] of outcome.unreadable)
        say(`${count} values of ${column} were read by neither key before, and stay as they are`)
      end()
      say(
        outcome.isChanged
          ? 'Everything is encrypted with the new key'
          : 'Everything is encrypted with this key already',
      )
      say(after)
    } finally {
      await database.close()
    }
  },
})

/** The change of a key file, which has both keys until its end. */
async function changeOfFile(config: Config, inspection: { canary: string | undefined; isRotating: boolean }) {
  const file = keyFileOf(config.database)
  const known = knownSecretsOf(config)
  const [first] = known
  if (!first) throw new Failure(await missingSecret(config.database))
  const isCurrent = (secret: Buffer) =>
    verifyInstanceSecret({ database: config.database, secret: secret.toString() }, inspection) === true
  const current = known.find(isCurrent)
  if (!current) throw new Failure(unknownKey(config))
  const others = known.filter((secret) => secret !== current)
  const [waiting] = others
  const isSwitched = waiting !== undefined && (inspection.isRotating || current !== first)
  // Of one that ended before the database named the new key, that key is in the file.
  const to = isSwitched ? current : (waiting ?? Buffer.from(newSecret()))
  if (known.length === 1 && !inspection.isRotating) replaceKeyFile(file, [current, to])
  return {
    to,
    from: isSwitched ? others : known.filter((secret) => secret !== to),
    end: () => replaceKeyFile(file, [to]),
    after: `The new key is in ${file}. Backups made before need their own key file; make a new one now`,
  } satisfies Change
}

function changeOfSetting({ previousSecret }: Config, secret: string): Change {
  if (previousSecret === undefined)
    throw new Failure(
      'To change HANDRAIL_SECRET, set a new one, for example from openssl rand -base64 48, with the former one as HANDRAIL_SECRET_PREVIOUS, for every process. Restart them, and run this command again',
    )
  return {
    to: Buffer.from(secret),
    from: [Buffer.from(previousSecret)],
    end: () => undefined,
    after:
      'Unset HANDRAIL_SECRET_PREVIOUS, and restart every process. Backups made before need the former secret, so keep it with them; make a new one now',
  }
}

function unknownKey({ secret, previousSecret }: Config): string {
  if (secret === undefined) return 'The key file beside the database is of another database. Put its own back'
  return previousSecret === undefined
    ? 'HANDRAIL_SECRET is not the key of this database'
    : 'Neither HANDRAIL_SECRET nor HANDRAIL_SECRET_PREVIOUS is the key of this database. Nothing was changed: set HANDRAIL_SECRET_PREVIOUS to the secret that the server ran with before'
}
