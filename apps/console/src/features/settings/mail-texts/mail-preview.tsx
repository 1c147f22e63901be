import { useEffect, useRef, useState } from 'react'
import { BASE } from '../../../base-path.ts'
import { Choice } from '../../../components/list/choice.tsx'
import { useI18n } from '../../../i18n/i18n.ts'
import type { useMailPreview } from './use-mail-preview.ts'

interface MailPreviewProps {
  language: string
  preview: ReturnType<typeof useMailPreview>
}

/** The mail that is being written. While the text is not valid, the last one that was. */
export function MailPreview({ language, preview: { mail: newest, error } }: MailPreviewProps) {
  const { t } = useI18n()
  const [form, setForm] = useState<'html' | 'text'>('html')
  const last = useRef(newest)
  if (newest) last.current = newest
  const mail = last.current
  return (
    <section className="card" aria-labelledby="mail-preview">
      <header>
        <h2 id="mail-preview">{t('mail_texts.preview')}</h2>
        <Choice
          label={t('mail_texts.preview')}
          value={form}
          options={[
            { value: 'html', text: t('mail_texts.as_html') },
            { value: 'text', text: t('mail_texts.as_text') },
          ]}
          onChange={(chosen) => setForm(chosen === 'text' ? 'text' : 'html')}
        />
      </header>
      <div className="pad all stack">
        {error && (
          <p className="hint" role="status">
            {t('mail_texts.behind')}
          </p>
        )}
        {mail && (
          <dl className="kv">
            <dt>{t('mail_texts.subject')}</dt>
            <dd>{mail.subject}</dd>
          </dl>
        )}
        {mail && form === 'text' && (
          <div className="code" lang={language}>
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
      element.style.height = `${inner.body.offsetHeight}px`
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
      title={t('mail_texts.preview_frame')}
      onLoad={() => {
        frame.current?.contentDocument?.addEventListener('click', (event) => event.preventDefault())
        setLoads((before) => before + 1)
      }}
    />
  )
}
