import { Check, Download, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.ts'
import type { ComparedFile } from './compare.ts'
import { CsvPreview, isTable } from './csv-preview.tsx'
import { withNote } from './draft.ts'
import { NoteField, type NotesProps, Written } from './note-field.tsx'

interface SentFilesProps extends NotesProps {
  compared: { files: readonly ComparedFile[]; gone: readonly string[] }
}

/** The files of a round, each fine or to be changed. */
export function SentFiles({ compared: { files, gone }, ...notes }: SentFilesProps) {
  const { t } = useI18n()
  const { draft, isNarrowed } = notes
  const listed = files.filter(({ id, isNew }) => !isNarrowed || isNew || id in draft.notes)
  return (
    <>
      {isNarrowed && listed.length === 0 && gone.length === 0 && <p className="soft">{t('review.nothing_changed')}</p>}
      {listed.length > 0 && (
        <ul className="stack">
          {listed.map((file) => (
            <SentFile key={file.id} file={file} {...notes} />
          ))}
        </ul>
      )}
      {gone.length > 0 && <p className="soft">{t('review.no_longer', { names: gone.join(', ') })}</p>}
    </>
  )
}

function SentFile({ file, ...notes }: NotesProps & { file: ComparedFile }) {
  const { t, bytes } = useI18n()
  const { draft, onDraft, isWriting, shown } = notes
  const { id, name, isNew, download_url } = file
  const hasNote = isWriting && id in draft.notes
  const wasAsked = !isWriting && shown.notes[id] !== undefined
  const verdicts = [
    { isChange: false, icon: Check, text: t('review.fine') },
    { isChange: true, icon: Undo2, text: t('review.change') },
  ]
  return (
    <li className={hasNote || wasAsked ? 'card sent-file marked' : 'card sent-file'}>
      <div className="row wrap sent-file-head">
        <span className="file-kind" aria-hidden>
          {endingOf(name)}
        </span>
        <div className="grow">
          <b>{name}</b> {isNew && <span className="chip info">{t('review.new_file')}</span>}
          <small>{download_url === null ? t('review.deleted') : bytes(file.bytes)}</small>
          <Written name={id} {...notes} />
        </div>
        {download_url !== null && (
          <a className="btn side" href={download_url} aria-label={`${t('review.open')} ${name}`}>
            <Download className="icon" aria-hidden />
            {t('review.open')}
          </a>
        )}
        {isWriting && (
          <fieldset className="seg" aria-label={t('review.verdict', { name })}>
            {verdicts.map(({ isChange, icon: Icon, text }) => (
              <button
                key={text}
                type="button"
                aria-pressed={isChange === hasNote}
                onClick={() => isChange !== hasNote && onDraft(withNote(draft, id, isChange ? '' : undefined))}
              >
                <Icon className="icon" aria-hidden />
                {text}
              </button>
            ))}
          </fieldset>
        )}
      </div>
      <Picture file={file} />
      {isTable(file) && <CsvPreview file={file} />}
      {hasNote && <NoteField name={id} label={t('review.what_should_change')} {...notes} />}
    </li>
  )
}

const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const MAX_PICTURE_BYTES = 5 * 1024 * 1024

/** The picture that a file is; nothing for another file, or one that the browser cannot show. */
function Picture({ file: { media_type, bytes, download_url, name } }: { file: ComparedFile }) {
  const [isBroken, setBroken] = useState(false)
  if (isBroken || download_url === null || bytes > MAX_PICTURE_BYTES || !PICTURES.includes(media_type)) return null
  return <img src={download_url} alt={name} loading="lazy" onError={() => setBroken(true)} />
}

/** The ending of a name in capitals: `CSV`. */
function endingOf(name: string): string {
  const [, ending = ''] = /\.([a-z\d]{1,4})$/i.exec(name) ?? []
  return ending.toUpperCase()
}
