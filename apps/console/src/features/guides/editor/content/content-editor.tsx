import { TextField } from '../../../../components/form/field.tsx'
import { useI18n } from '../../../../i18n/i18n.ts'
import { ApprovalEditor } from './approval.tsx'
import { ChecklistEditor } from './checklist.tsx'
import type { ContentProps } from './content-props.ts'
import { EmbedHosts } from './embed-hosts.tsx'
import { FormEditor } from './form.tsx'
import { MarkdownField } from './markdown/markdown-field.tsx'
import { UploadEditor } from './upload.tsx'
import { VideoEditor } from './video.tsx'

/** The content of a step by its type, with the text above it. */
export function ContentEditor({ onVideo, ...props }: ContentProps & { onVideo(): void }) {
  const { t } = useI18n()
  const { step, wrong, onChange } = props
  const { type, content } = step
  const textLabel = t(type === 'approval' ? 'editor.approval_text' : 'editor.text')
  const hasAddress = type === 'video' || type === 'embed' || type === 'link'
  return (
    <>
      {hasAddress && (
        <TextField
          label={t('editor.address')}
          hint={t(`editor.address_${type}`)}
          type="url"
          placeholder="https://"
          value={content.url ?? ''}
          wrong={wrong['content.url']}
          onChange={(url) => onChange({ url })}
        />
      )}
      {type === 'video' && <VideoEditor {...props} />}
      {type === 'embed' && <EmbedHosts address={content.url ?? ''} />}
      {type === 'link' && (
        <TextField
          label={t('editor.button_label')}
          hint={t('editor.button_label_hint')}
          maxLength={100}
          value={content.button_label ?? ''}
          wrong={wrong['content.button_label']}
          onChange={(button_label) => onChange({ button_label })}
        />
      )}
      <MarkdownField
        // The view of a text keeps the label that it was opened with.
        key={textLabel}
        label={textLabel}
        hint={t('editor.markdown')}
        rows={type === 'simple_content' || type === 'approval' ? 16 : 5}
        onVideo={type === 'simple_content' ? onVideo : undefined}
        value={content.markdown ?? ''}
        wrong={wrong['content.markdown']}
        onChange={(markdown) => onChange({ markdown })}
      />
      {type === 'checklist' && <ChecklistEditor {...props} />}
      {type === 'form' && <FormEditor {...props} />}
      {type === 'file_upload' && <UploadEditor {...props} />}
      {type === 'approval' && <ApprovalEditor {...props} />}
    </>
  )
}
