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
