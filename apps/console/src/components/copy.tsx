import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../i18n/i18n.ts'
import { Button } from './button.tsx'

/** Copies a text, and confirms it. */
export function CopyButton({ text, label, look }: { text: string; label?: string; look?: 'main' | 'side' }) {
  const { t } = useI18n()
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => setCopied(await copyText(text))
  const Icon = copied ? Check : Copy
  return (
    <Button look={look ?? 'side'} onClick={copy}>
      <Icon className="icon" aria-hidden />
      <span aria-live="polite">
        {copied === undefined ? (label ?? t('common.copy')) : t(copied ? 'common.copied' : 'common.not_copied')}
      </span>
    </Button>
  )
}

/** @returns whether the browser allowed it: outside https and localhost it has no clipboard */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** A value that is shown only once. */
export function Secret({ text }: { text: string }) {
  return (
    <div className="secret">
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  )
}
