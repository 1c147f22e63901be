import { existsSync } from 'node:fs'
import { copyContents, isBucketUrl } from '@handrail/core'
import { command } from '../../command.ts'
import { Failure } from '../../failure.ts'

/** So often it says how far it is. */
const TELL_EVERY = 1000

export const copyFiles = command({
  name: 'copy-files',
  summary: 'Copy what people uploaded from another place to where it is kept from now on, also while the server runs',
  argument: { name: 'from', says: 'where it has been kept: a folder, or a bucket as in FILES_URL' },
  settings: ['data', 'files', 'filesUrl'],
  examples: [
    'handrail copy-files ./handrail-data/files --files-url "s3://onboarding?region=eu-central-1"',
    'handrail copy-files "s3://onboarding?region=eu-central-1" --files /var/lib/handrail/files',
  ],
  async run({ config: { files: to }, argument: from, say }) {
    if (from === to)
      throw new Failure(`${from} is where files are kept already. Say with --files-url or --files where to`)
    if (!isBucketUrl(from) && !existsSync(from)) throw new Failure(`There is no folder ${from}`)
    const onCopied = (copied: number) => copied % TELL_EVERY === 0 && say(`Copied ${copied}`)
    const { copied, known } = await copyContents({ from, to, onCopied })
    say(`Copied ${copied} ${copied === 1 ? 'file' : 'files'} to ${to}, each compared; ${known} were there already`)
    say(
      'Nothing was removed. Stop the server, run this once more for what came meanwhile, and start it with the new place',
    )
  },
})
