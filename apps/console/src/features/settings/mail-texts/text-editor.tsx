import { Send } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFault } from '../../../api/fault.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { Confirm } from '../../../components/dialog/confirm.tsx'
import { Field, TextField } from '../../../components/form/field.tsx'
import { Fault } from '../../../components/query-view.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import { MAIL_TEXTS } from '../../../i18n/mail-texts.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { useCan } from '../../../workspace/workspace.ts'
import { MailPreview } from './mail-preview.tsx'
import { Placeholders } from './placeholders.tsx'
import { type Drafts, type MailText, useTextForm } from './use-text-form.ts'

type Form = ReturnType<typeof useTextForm>

/** One text with its placeholders, and the mail as its recipient sees it. */
export function TextEditor({ text, drafts }: { text: MailText; drafts: Drafts }) {
  const tm = useTexts(MAIL_TEXTS)
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
          <h2>{tm(`kind.${kind}`)}</h2>
          <span className={is_own ? 'chip good' : 'chip line'}>{tm(is_own ? 'own' : 'standard')}</span>
          {form.isUnsaved && <span className="chip warn">{tm('unsaved')}</span>}
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
  const tm = useTexts(MAIL_TEXTS)
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
        label={tm('subject')}
        lang={language}
        maxLength={200}
        value={subject}
        wrong={form.wrong.subject}
        onChange={(changed) => form.change({ subject: changed })}
      />
      <Field label={tm('body')} hint={tm('body_hint')} wrong={form.wrong.body}>
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
        {tm('left_out')} {kind !== 'completion' && tm('standing')}
      </p>
    </>
  )
}

function Actions({ form, isOwn }: { form: Form; isOwn: boolean }) {
  const { t } = useI18n()
  const tm = useTexts(MAIL_TEXTS)
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
          {tm('send_test')}
        </Button>
      )}
      {isOwn && <Button onClick={() => setResetting(true)}>{tm('reset')}</Button>}
      {resetting && (
        <Confirm title={tm('reset_title')} action={tm('reset')} onClose={() => setResetting(false)} run={form.reset}>
          {tm('reset_text')}
        </Confirm>
      )}
    </footer>
  )
}
