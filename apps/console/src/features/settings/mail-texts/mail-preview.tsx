import { useEffect, useRef, useState } from 'react'
import type { Input } from '../../../api/operations.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { BASE } from '../../../base-path.ts'
import { Choice } from '../../../components/list/choice.tsx'
import { useI18n } from '../../../i18n/i18n.ts'

type Previewed = Input<'previewMailText'>
const PAUSE_MS = 300

/** The mail with the text that is being written, rendered by the server as mail is. */
export function MailPreview({ input, isValid }: { input: Previewed; isValid: boolean }) {
  const { t } = useI18n()
  const [form, setForm] = useState<'html' | 'text'>('html')
  const asked = useSettled(input)
  const query = useOperation('previewMailText', asked, { enabled: isValid, keep: true })
  const mail = query.data?.data
  return (
    <section className="card" aria-labelledby="mail-preview">
      <header>
        <h2 id="mail-preview">{t('settings.mail_texts.preview')}</h2>
        <Choice
          label={t('settings.mail_texts.preview')}
          value={form}
          options={[
            { value: 'html', text: t('settings.mail_texts.as_html') },
            { value: 'text', text: t('settings.mail_texts.as_text') },
          ]}
          onChange={(chosen) => setForm(chosen === 'text' ? 'text' : 'html')}
        />
      </header>
      <div className="pad all stack">
        {(!isValid || query.isError) && (
          <p className="hint" role="status">
            {t('settings.mail_texts.behind')}
          </p>
        )}
        {mail && (
          <dl className="kv">
            <dt>{t('settings.mail_texts.subject')}</dt>
            <dd>{mail.subject}</dd>
          </dl>
        )}
        {mail && form === 'text' && (
          <div className="code" lang={input.language}>
            {mail.text}
          </div>
        )}
        {mail && form === 'html' && <MailFrame html={mail.html} />}
      </div>
    </section>
  )
}

/**
 * A mail in a frame of its own, whose policy allows the inline styles of mail and no scripts. Links do nothing: they are
 * made up.
 */
function MailFrame({ html }: { html: string }) {
  const { t } = useI18n()
  const frame = useRef<HTMLIFrameElement>(null)
  const [loads, setLoads] = useState(0)
  useEffect(() => {
    const element = frame.current
    const inner = element?.contentDocument
    if (loads === 0 || !element || !inner) return
    // Parsed by the frame: the policy of this page would drop the inline styles.
    inner.documentElement.innerHTML = html
    const fit = () => {
      element.style.height = `${inner.documentElement.scrollHeight}px`
    }
    fit()
    const watch = new ResizeObserver(fit)
    watch.observe(inner.body)
    return () => watch.disconnect()
  }, [html, loads])
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      sandbox="allow-same-origin"
      src={`${BASE}/console/mail-preview`}
      title={t('settings.mail_texts.preview_frame')}
      onLoad={() => {
        frame.current?.contentDocument?.addEventListener('click', (event) => event.preventDefault())
        setLoads((before) => before + 1)
      }}
    />
  )
}

/** An input that has not changed for a moment. */
function useSettled(input: Previewed): Previewed {
  const [settled, setSettled] = useState(input)
  const text = JSON.stringify(input)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
