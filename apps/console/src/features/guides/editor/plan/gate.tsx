import type { Unfinished } from '@handrail/core/contract'
import { Lock } from 'lucide-react'
import { useId } from 'react'
import { TextField } from '../../../../components/form/field.tsx'
import { RadioList } from '../../../../components/form/radio-list.tsx'
import { Popover } from '../../../../components/popover.tsx'
import { type I18n, useI18n } from '../../../../i18n/i18n.ts'
import { type Draft, type Opens, type Section, withSection } from '../../draft/draft.ts'
import { unfinishedText } from '../unfinished/use-unfinished.ts'
import { RuleFields } from './rule-fields.tsx'
import { ruleText } from './rule-text.ts'
import { usePlannedDates } from './use-planned-dates.ts'
import { isOfDate } from './when.tsx'
import './plan.css'

interface GateProps {
  section: Section
  draft: Draft
  unfinished: readonly Unfinished[]
  /** The error of the server for its rule. */
  wrong: string | undefined
  /** Whether somebody has just asked for it, so that it opens at once. */
  isAsked: boolean
  onClose(): void
  change(next: (draft: Draft) => Draft): void
}

/** When a section opens: a button in the outline, with the choice beside it. Sections that open at once have none until it is asked for. */
export function Gate({ section, draft, isAsked, onClose, ...parts }: GateProps) {
  const i18n = useI18n()
  const { t } = i18n
  if (section.opens === 'at_once' && !isAsked) return null
  const title = section.title || t('editor.untitled')
  return (
    <Popover
      title={t('guide_plan.opens_title', { title })}
      opensAtOnce={isAsked}
      onClose={onClose}
      button={(own) => (
        <button type="button" className="gate-chip" title={t('guide_plan.opens')} {...own}>
          <Lock className="icon" aria-hidden />
          <span className="cut">{openingText(section, draft, i18n)}</span>
        </button>
      )}
    >
      <GateFields section={section} draft={draft} {...parts} />
    </Popover>
  )
}

const KINDS = ['at_once', 'after_previous', 'by_team', 'on_date'] as const
type Kind = (typeof KINDS)[number]

function kindOf(opens: Opens): Kind {
  return typeof opens === 'object' ? 'on_date' : opens
}

const FIRST_DATE = { days: 5, from: 'enrolled' }

function GateFields({ section, draft, unfinished, wrong, change }: Omit<GateProps, 'isAsked' | 'onClose'>) {
  const i18n = useI18n()
  const { t } = i18n
  const id = useId()
  const { opens } = section
  const kind = kindOf(opens)
  const fault = unfinished.find(isOfDate)
  const text = wrong ?? (fault && unfinishedText(fault, i18n))
  const set = (changes: Partial<Section>) =>
    change((before) => withSection(before, section.id, (one) => ({ ...one, ...changes })))
  const isFirst = draft.sections[0]?.id === section.id
  return (
    <>
      <RadioList
        legend={t('guide_plan.opens')}
        value={kind}
        options={KINDS.map((one) => ({ value: one, text: t(`guide_plan.gate.${one}`) }))}
        onChange={(next) => set({ opens: next === 'on_date' ? FIRST_DATE : next })}
      />
      {kind === 'after_previous' && isFirst && <p className="hint">{t('guide_plan.first_section')}</p>}
      {typeof opens === 'object' && (
        <>
          <RuleFields
            rule={opens}
            isOptional={false}
            without={['previous', 'opened', ...section.steps.map((step) => step.id)]}
            sections={draft.sections.filter(({ steps }) => steps !== section.steps)}
            wrong={text}
            describedBy={id}
            onChange={(rule) => rule && set({ opens: rule })}
          />
          {text ? (
            <p className="error" id={id}>
              {text}
            </p>
          ) : (
            <OpensAbout section={section} draft={draft} />
          )}
        </>
      )}
      {kind !== 'at_once' && (
        <TextField
          label={t('guide_plan.waiting')}
          value={section.waiting_message}
          maxLength={500}
          placeholder={waitingText(section, draft, i18n)}
          onChange={(waiting_message) => set({ waiting_message })}
        />
      )}
    </>
  )
}

function OpensAbout({ section, draft }: Pick<GateProps, 'section' | 'draft'>) {
  const { t, date } = useI18n()
  const day = usePlannedDates(draft).sections.get(section.id)
  return day === undefined ? null : <p className="hint">{t('guide_plan.comes_to', { date: date(day) })}</p>
}

/** When a section opens, in a few words. */
function openingText({ id, opens }: Section, draft: Draft, i18n: Pick<I18n, 't'>): string {
  const { t } = i18n
  if (typeof opens === 'object') return ruleText(opens, draft, i18n)
  if (opens !== 'after_previous') return t(opens === 'by_team' ? 'guide_plan.chip.by_team' : 'guide_plan.gate.at_once')
  const [previous, ...others] = sectionsBefore(draft, id)
  return previous && others.length === 0
    ? t('guide_plan.chip.after_section', { title: previous.title })
    : t('guide_plan.chip.after_all')
}

/** The text that customers read where the section has none of its own. */
function waitingText({ id, opens }: Section, draft: Draft, { t }: Pick<I18n, 't'>): string {
  const [previous, ...others] = sectionsBefore(draft, id)
  if (opens === 'after_previous' && previous && others.length === 0)
    return t('guide_plan.waits.after_section', { title: previous.title })
  if (opens === 'after_previous') return t('guide_plan.waits.after_all')
  return t(typeof opens === 'object' ? 'guide_plan.waits.on_date' : 'guide_plan.waits.by_team')
}

function sectionsBefore({ sections }: Draft, id: string): readonly Section[] {
  return sections.slice(
    0,
    sections.findIndex((section) => section.id === id),
  )
}
