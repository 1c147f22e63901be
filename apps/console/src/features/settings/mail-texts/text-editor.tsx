import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFault } from '../../../api/fault.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { Field, TextField } from '../../../components/form/field.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { MailPreview } from './mail-preview.tsx'
import { Placeholders } from './placeholders.tsx'
import { type Drafts, type MailText, useTextForm } from './use-text-form.ts'

type Form = ReturnType<typeof useTextForm>

/** One text with its placeholders, and the mail as its recipient sees it. */
export function TextEditor({ text, drafts }: { text: MailText; drafts: Drafts }) {
  const { t } = useI18n()
  const may = useCan('mail_texts:write')
  const form = useTextForm(text, drafts)
  const fault = useFault(form.error)
  const { kind, is_own } = text
  return (
    <>
      <form
        className="card"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (may && !form.isSaving) form.save()
        }}
      >
        <header>
          <h2>{t(`mail_texts.kind.${kind}`)}</h2>
          <span className={is_own ? 'chip good' : 'chip line'}>
            {t(is_own ? 'mail_texts.own' : 'mail_texts.standard')}
          </span>
          {form.isUnsaved && <span className="chip warn">{t('mail_texts.unsaved')}</span>}
        </header>
        <fieldset className="pad all stack" disabled={!may}>
          <Fields text={text} form={form} />
          {fault && <Fault fault={fault} />}
        </fieldset>
        {may && <Actions form={form} isOwn={is_own} />}
      </form>
      <MailPreview language={text.language} preview={form.preview} />
    </>
  )
}

/** The subject and the text; placeholders are inserted where the text was edited last. */
function Fields({ text: { kind, language, placeholders }, form }: { text: MailText; form: Form }) {
  const { t } = useI18n()
  const area = useRef<HTMLTextAreaElement>(null)
  const { subject, body } = form.values
  const insert = (name: string) => {
    const field = area.current
    const [from, to] = [field?.selectionStart ?? body.length, field?.selectionEnd ?? body.length]
    const added = `{${name}}`
    form.change({ body: `${body.slice(0, from)}${added}${body.slice(to)}` })
    // After the field has the text.
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(from + added.length, from + added.length)
    })
  }
  return (
    <>
      <TextField
        label={t('mail_texts.subject')}
        lang={language}
        maxLength={200}
        value={subject}
        wrong={form.wrong.subject}
        onChange={(changed) => form.change({ subject: changed })}
      />
      <Field label={t('mail_texts.body')} hint={t('mail_texts.body_hint')} wrong={form.wrong.body}>
        {(own) => (
          <textarea
            ref={area}
            className="input mail-text"
            lang={language}
            rows={10}
            maxLength={5000}
            value={body}
            onChange={(event) => form.change({ body: event.target.value })}
            {...own}
          />
        )}
      </Field>
      <Placeholders names={placeholders.body} onInsert={insert} />
      <p className="hint">
        {t('mail_texts.left_out')} {kind !== 'completion' && t('mail_texts.standing')}
      </p>
    </>
  )
}

function Actions({ form, isOwn }: { form: Form; isOwn: boolean }) {
  const { t } = useI18n()
  const [resetting, setResetting] = useState(false)
  const sendsMail = useOperation('getMailSettings', {}).data?.data.sends_mail === true
  return (
    <footer className="row wrap">
      <Button look="main" type="submit" busy={form.isSaving}>
        {t('common.save')}
      </Button>
      {sendsMail && (
        <Button busy={form.isTesting} onClick={form.test}>
          <Send className="icon" aria-hidden />
          {t('mail_texts.send_test')}
        </Button>
      )}
      {isOwn && <Button onClick={() => setResetting(true)}>{t('mail_texts.reset')}</Button>}
      {resetting && (
        <Confirm
          title={t('mail_texts.reset_title')}
          action={t('mail_texts.reset')}
          onClose={() => setResetting(false)}
          run={form.reset}
        >
          {t('mail_texts.reset_text')}
        </Confirm>
      )}
    </footer>
  )
}
