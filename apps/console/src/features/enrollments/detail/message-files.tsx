import type { Data } from '../../../api/operations.ts'
import { useI18n } from '../../../i18n/i18n.ts'

/** The attachments of a message, and why some of them were not kept. */
export function MessageFiles({ files }: { files: Data<'listMessages'>[number]['files'] }) {
  const { t, bytes: size } = useI18n()
  if (files.length === 0) return null
  return (
    <ul className="plain">
      {files.map(({ id, name, bytes, problem, download_url }) => (
        <li key={id}>
          {download_url === null ? name : <a href={download_url}>{name}</a>}{' '}
          <small className="soft">{problem === null ? size(bytes) : t(`messages.file.${problem}`)}</small>
        </li>
      ))}
    </ul>
  )
}
