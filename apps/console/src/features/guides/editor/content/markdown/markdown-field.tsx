import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { Field } from '../../../../../components/form/field.tsx'
import { useI18n } from '../../../../../i18n/i18n.ts'
import { useUpload } from '../use-upload.ts'
import { ImageInput } from './image-input.tsx'
import { LinkLine } from './link-line.tsx'
import { MarkdownBar } from './markdown-bar.tsx'
import './markdown.css'
import { pictured } from './replacements.ts'
import type { RichHandle } from './rich/rich-text.tsx'
import { type SourceHandle, SourceText } from './source-text.tsx'
import { type ActionTexts, type Format, replacementOf, type TextAction } from './text-actions.ts'

// It is half as large as all the rest of the console.
const RichText = lazy(async () => ({ default: (await import('./rich/rich-text.tsx')).RichText }))

interface MarkdownFieldProps {
  label: string
  /** The hint below the source view. */
  hint: string
  rows: number
  value: string
  wrong?: string | undefined
  onChange(value: string): void
  /** Makes the step one with a video; undefined if it has none. */
  onVideo?: (() => void) | undefined
}

/** A Markdown text, edited as rich text or as source. Unchanged parts stay the same to the last space. */
export function MarkdownField({ label, hint, rows, value, wrong, onChange, onVideo }: MarkdownFieldProps) {
  const { t } = useI18n()
  const rich = useRef<RichHandle>(null)
  const source = useRef<SourceHandle>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isSource, setSource] = useState(false)
  const [isLinking, setLinking] = useState(false)
  const [isOther, setOther] = useState(false)
  const [format, setFormat] = useState<Format>()
  const replaces = useRef(false)

  const texts = useMemo(() => ({ link: t('editor.link'), tip: t('editor.tip'), column: t('editor.column') }), [t])
  function act(action: TextAction): void {
    if (isSource) source.current?.replace((selected) => replacementOf(action, selected, texts))
    else if (action === 'link') setLinking(true)
    else rich.current?.act(action)
  }

  const upload = useUpload((media) => {
    rich.current?.insertImage(media, replaces.current)
    source.current?.replace((selected) => pictured(selected, media))
  })
  function send(files: FileList): boolean {
    const images = [...files].filter(({ type }) => type.startsWith('image/'))
    setOther(images.length < files.length)
    for (const image of images) upload.send(image)
    return files.length > 0
  }
  function chooseImage(isOther: boolean): void {
    replaces.current = isOther
    input.current?.click()
  }

  return (
    <div className="stack close">
      <Field isBare label={label} hint={isSource ? hint : undefined} wrong={wrong}>
        {(own) => (
          <div className="markdown">
            <MarkdownBar
              format={isSource ? undefined : format}
              isSource={isSource}
              onSource={setSource}
              onAct={act}
              onImage={() => chooseImage(false)}
              onVideo={onVideo}
            />
            <ImageInput input={input} onFiles={send} />
            {isLinking && (
              <LinkLine
                onLink={(address) => {
                  setLinking(false)
                  rich.current?.link(address)
                }}
                onClose={() => setLinking(false)}
              />
            )}
            <Shown
              {...{ isSource, rich, source, label, rows, own, value, onChange, texts, onVideo }}
              onFormat={setFormat}
              onWantImage={chooseImage}
              onFiles={(files) => {
                replaces.current = false
                return send(files)
              }}
            />
          </div>
        )}
      </Field>
      <p role="status" className={upload.isRefused || isOther ? 'error' : 'hint'}>
        {isOther ? t('editor.only_images') : upload.says}
      </p>
    </div>
  )
}

interface ShownProps extends Pick<MarkdownFieldProps, 'label' | 'rows' | 'value' | 'onChange'> {
  texts: ActionTexts
  onVideo: (() => void) | undefined
  isSource: boolean
  rich: React.RefObject<RichHandle | null>
  source: React.RefObject<SourceHandle | null>
  own: { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }
  onFiles(files: FileList): boolean
  onFormat(format: Format): void
  onWantImage(replaces: boolean): void
}

function Shown({
  isSource,
  rich,
  source,
  label,
  rows,
  own,
  texts,
  onVideo,
  onFormat,
  onWantImage,
  ...text
}: ShownProps) {
  const { t } = useI18n()
  const placeholder = t('editor.placeholder')
  const { id, 'aria-invalid': invalid, 'aria-describedby': described } = own
  const attributes = useMemo(
    () => ({
      id,
      'data-placeholder': placeholder,
      ...(invalid && { 'aria-invalid': 'true' }),
      ...(described && { 'aria-describedby': described }),
    }),
    [id, invalid, described, placeholder],
  )
  if (isSource) return <SourceText handle={source} rows={rows} attributes={attributes} {...text} />
  return (
    <Suspense fallback={<div className="input" aria-busy />}>
      <RichText
        handle={rich}
        label={label}
        attributes={attributes}
        texts={texts}
        keptLabel={t('editor.kept')}
        onWantVideo={onVideo}
        onWantImage={onWantImage}
        onFormat={onFormat}
        {...text}
      />
    </Suspense>
  )
}
