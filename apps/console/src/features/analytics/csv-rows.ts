import type { I18n } from '../../i18n/i18n.ts'
import type { Analytics } from './answer.ts'

/** The figures of a guide for a spreadsheet: its steps, and where it has them, who takes how long and what is on time. */
export function csvRows(data: Analytics, { t }: Pick<I18n, 't'>): (string | number)[][] {
  const { enrolled, steps, waiting, on_time } = data
  const dated = [
    { name: t('analytics.by_target'), figures: on_time.enrollments },
    { name: t('analytics.by_due_date'), figures: on_time.steps },
  ].filter(({ figures }) => figures.done > 0)
  return [
    [t('analytics.step'), t('analytics.people'), t('analytics.share'), t('analytics.median_time')],
    ...steps.map(({ title, finished, median_seconds }) => [
      title,
      finished,
      shareOf(finished, enrolled),
      median_seconds ?? '',
    ]),
    ...(waiting.length > 0 ? [[t('analytics.who'), t('analytics.steps_done'), '', t('analytics.median_of_step')]] : []),
    ...waiting.map(({ responsible, role_name, finished, median_seconds }) => [
      role_name ?? t(responsible === 'team' ? 'analytics.team' : 'analytics.anyone'),
      finished,
      '',
      median_seconds ?? '',
    ]),
    ...dated.map(({ name, figures }) => [name, figures.done, shareOf(figures.on_time, figures.done), '']),
  ]
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 1000
}
