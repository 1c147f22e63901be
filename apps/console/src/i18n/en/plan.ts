/** The steps of an enrollment that several sides do. */
export const plan = {
  nobody: 'Nobody yet',
  internal_count: 'Only for us: {{done}} of {{of}}',
  skipped: 'Skipped',
  skip: 'Skip',
  skipped_now: '“{{step}}” is skipped',
  unskip: 'Take up again',
  reopen: 'Reopen',
  reopened: '“{{step}}” is open again',
  give: 'Give to {{name}}',
  given: '{{name}} does “{{step}}”',
  by_guide: 'As the guide says',
  by_guide_now: 'The guide decides who does “{{step}}”',
} as const

/** The timeline of a plan, or of the plans of an organisation. */
export const plan_timeline = {
  title: 'Timeline',
  as_table: 'As a table',
  what: 'Section and step',
  ours: 'Us',
  theirs: 'Customer',
  done_on: 'Done {{date}}',
  to_review: 'To review',
  forecast: 'Forecast {{date}}',
  no_date: 'No date',
  none: 'There are no dates yet',
  hint: 'Move a date in the plan, and everything that hangs on it moves here.',
  kind: {
    done: 'Done',
    planned: 'Planned',
    review: 'To review',
    forecast: 'Forecast after the plan',
    late: 'Late',
    ours: 'Dots: ours',
  },
  column: { starts: 'Starts', due: 'Due', expected: 'Forecast', done: 'Done', state: 'How it stands' },
} as const
