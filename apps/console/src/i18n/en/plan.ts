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
  submitted: 'Sent, waits for review',
  sent_at: 'Sent {{time}}',
  changes_asked: 'Changes asked for',
  changes_asked_by: '{{name}} asks for changes',
  review: 'Review',
  review_step: 'Review “{{step}}”',
  see_rounds: 'See what was sent',
  accepted_by: 'accepted by {{name}}',
  approved_by: 'Approved by {{name}}, {{date}}',
  by_guide: 'As the guide says',
  by_guide_now: 'The guide decides who does “{{step}}”',
} as const

/** The timeline of a plan, or of the plans of an organisation. */
export const plan_timeline = {
  title: 'Timeline',
  as_table: 'As a table',
  scale: 'Scale',
  scales: { days: 'Days', weeks: 'Weeks', months: 'Months' },
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

/** The main button of a plan: who holds it up. */
export const holds_up = {
  remind: 'Remind {{name}}',
  remind_two: 'Remind {{name}} and {{other}}',
  remind_many: 'Remind {{count}} people',
  ours_step: 'Ours: {{title}}',
  ours_review: 'Ours: check “{{title}}”',
  ours_open_section: 'Ours: open “{{title}}”',
  had_mail: '{{name}} has had a mail today: nobody gets more than one reminder a day',
  opted_out: '{{name}} has opted out of reminders',
} as const

/** The page of a person of a plan, as a member sees it. */
export const see_as = {
  button: 'See as…',
  who: 'See as',
  primary: '{{name}}, main contact',
  frame: 'The page of {{name}}',
  nothing_done: 'Nothing you do here has an effect',
  back: 'Back to the plan',
} as const
