import { existsSync } from 'node:fs'
import { copyContents, isBucketUrl } from '@handrail/core/internal'
import { command } from '../../command.ts'
import { Failure } from '../../failure.ts'

/** Files between two lines of progress. */
const REPORT_EVERY = 1000

export const copyFiles = command({
  name: 'copy-files',
  summary: 'Copy uploads from their old location to the configured one; works while the server runs',
  argument: { name: 'from', says: 'old location of the uploads: a folder, or a bucket as in FILES_URL' },
  settings: ['data', 'files', 'filesUrl'],
  examples: [
    'handrail copy-files ./handrail-data/files --files-url "s3://onboarding?region=eu-central-1"',
    'handrail copy-files "s3://onboarding?region=eu-central-1" --files /var/lib/handrail/files',
  ],
  async run({ config: { files: to }, argument: from, say }) {
    if (from === to)
      throw new Failure(`${from} is already the configured location. Set the new one with --files-url or --files`)
    if (!isBucketUrl(from) && !existsSync(from)) throw new Failure(`There is no folder ${from}`)
    const onCopied = (copied: number) => copied % REPORT_EVERY === 0 && say(`Copied ${copied}`)
    const { copied, known } = await copyContents({ from, to, onCopied })
    say(`Copied ${copied} ${copied === 1 ? 'file' : 'files'} to ${to}, each verified; ${known} already existed`)
    say(
      'Nothing was removed. Stop the server, run this command again for files uploaded in the meantime, and start the server with the new location',
    )
  },
})
