import { PLAN_MAIL_KINDS } from '@handrail/core/contract'
import { useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { ChoiceField } from '../../../components/form/field.tsx'
import { QueryView } from '../../../components/query-view.tsx'
import { CONTACT_LANGUAGES } from '../../../i18n/contact-languages.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useFilters } from '../../../workspace/link.tsx'
import { useCan, useWorkspace } from '../../../workspace/workspace.ts'
import { SettingsPage } from '../page.tsx'
import { PlanMail } from './plan-mail.tsx'
import { TextEditor } from './text-editor.tsx'
import type { Drafts, MailText } from './use-text-form.ts'
import './mail-texts.css'

/** The texts of mail: one at a time, chosen by kind and language in the address. */
export function MailTextsPage() {
  const { t } = useI18n()
  const { workspace } = useWorkspace()
  const may = useCan('mail_texts:write')
  const [filters, change] = useFilters()
  const language = CONTACT_LANGUAGES.find(([one]) => one === filters.language)?.[0] ?? workspace.default_language
  const query = useOperation('listMailTexts', {})
  const [drafts] = useState<Drafts>(() => new Map())
  return (
    <SettingsPage title={t('mail_texts.title')} lead={t('mail_texts.lead')}>
      <QueryView query={query}>
        {({ data }) => {
          const isOwn = (of: { kind: string; language: MailText['language'] }) =>
            data.some((text) => text.kind === of.kind && text.language === of.language && text.is_own)
          const mark = (text: string, isMarked: boolean) => (isMarked ? `${text} ✎` : text)
          const plans = workspace.uses_plans ? PLAN_MAIL_KINDS : []
          const kinds = [...new Set(data.map((text) => text.kind)), ...plans]
          const kind = kinds.find((one) => one === filters.kind) ?? 'invitation'
          const shown = data.find((text) => text.kind === kind && text.language === language)
          const planMail = plans.find((one) => one === kind)
          return (
            <div className="stack">
              {!may && <p className="note">{t('settings.read_only')}</p>}
              <div className="pair">
                <ChoiceField
                  label={t('mail_texts.kind_label')}
                  value={kind}
                  options={kinds.map((one) => {
                    const name = t(`mail_texts.kind.${one}`)
                    return [one, mark(name, isOwn({ kind: one, language }))] as const
                  })}
                  onChange={(chosen) => change({ kind: chosen })}
                />
                <ChoiceField
                  label={t('mail_texts.language')}
                  value={language}
                  options={CONTACT_LANGUAGES.map(
                    ([one, name]) => [one, mark(name, isOwn({ kind, language: one }))] as const,
                  )}
                  onChange={(chosen) => change({ language: chosen })}
                />
              </div>
              {planMail && <PlanMail key={`${planMail} ${language}`} kind={planMail} language={language} />}
              {shown && <TextEditor key={`${kind} ${language} ${shown.updated_at}`} text={shown} drafts={drafts} />}
            </div>
          )
        }}
      </QueryView>
    </SettingsPage>
  )
}
