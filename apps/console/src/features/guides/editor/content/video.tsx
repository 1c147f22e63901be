import { Trash2 } from 'lucide-react'
import { Button } from '../../../../components/button.tsx'
import { TextField } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import type { ContentProps } from './content-props.ts'
import { FileButton } from './file-button.tsx'

/** An uploaded video and its captions. */
export function VideoEditor({ step, wrong, onChange }: ContentProps) {
  const { t } = useI18n()
  const { captions } = step.content
  return (
    <>
      <FileButton
        text={t('editor.upload_video')}
        hint={t('editor.video_kinds')}
        accept="video/mp4,video/webm"
        onUploaded={({ url }) => onChange({ url })}
      />
      {!captions && (
        <FileButton
          text={t('editor.upload_captions')}
          hint={t('editor.captions_kinds')}
          accept=".vtt,text/vtt"
          onUploaded={({ url }) => onChange({ captions: { url } })}
        />
      )}
      {captions && (
        <fieldset className="stack close">
          <legend className="label">{t('editor.captions_there')}</legend>
          <TextField
            label={t('editor.captions_label')}
            hint={t('editor.captions_label_hint')}
            maxLength={100}
            value={captions.label ?? ''}
            wrong={wrong['content.captions.label']}
            onChange={(label) => onChange({ captions: label === '' ? { url: captions.url } : { ...captions, label } })}
          />
          <div>
            <Button onClick={() => onChange({ captions: null })}>
              <Trash2 className="icon" aria-hidden />
              {t('editor.remove_captions')}
            </Button>
          </div>
        </fieldset>
      )}
    </>
  )
}
