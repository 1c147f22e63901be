export const sorting = {
  handle: 'Move {{title}}',
  help: 'Space lifts it, the arrow keys move it, Space puts it down, Escape puts it back.',
  step_lifted:
    'Step {{title}} lifted, place {{place}} of {{of}} in section {{section}}. Arrow keys move it, Space puts it down, Escape puts it back.',
  step_at: 'Step {{title}}, place {{place}} of {{of}} in section {{section}}',
  step_put_down: 'Step {{title}} put down, place {{place}} of {{of}} in section {{section}}',
  step_put_back: 'Step {{title}} is back at place {{place}} of {{of}} in section {{section}}',
  section_lifted:
    'Section {{title}} lifted, place {{place}} of {{of}}. Arrow keys move it, Space puts it down, Escape puts it back.',
  section_at: 'Section {{title}}, place {{place}} of {{of}}',
  section_put_down: 'Section {{title}} put down, place {{place}} of {{of}}',
  section_put_back: 'Section {{title}} is back at place {{place}} of {{of}}',
} as const

export const preview = {
  button: 'Preview',
  region: 'Preview',
  frame: 'The guide as a contact sees it',
  phone: 'Phone',
  desktop: 'Desktop',
  dark: 'Dark',
  try: 'Try it in the whole window',
  on_my_phone: 'On my phone',
  scan: 'Point the camera of your phone at this.',
  code: 'QR code with the address of the preview',
  sign_in_there: 'It asks you to sign in there. You see what is saved here now.',
  copy_address: 'Copy the address',
  back: 'Back to the editor',
  nothing_kept: 'Nothing you do here is kept',
  behind: 'Shown as it was before: something is missing yet.',
  lost: 'The preview cannot be reached. It comes back by itself.',
} as const

export const together = {
  here: 'Also here: {{name}}',
  here_at: 'Also here: {{name}}, at {{step}}',
  came: '{{name}} is here too.',
  left: '{{name}} has left.',
  both: '{{name}} changed this step too. Both versions are kept.',
  somebody: 'Somebody else',
  both_text: 'Choose which one goes on. Until then, contacts and colleagues get theirs.',
  mine: 'Your version',
  theirs: 'Their version',
  keep_mine: 'Keep mine',
  take_theirs: 'Take theirs',
  to_choose: 'Two versions',
  undecided_one: 'You and somebody else changed {{count}} step. Choose what is published:',
  undecided_other: 'You and somebody else changed {{count}} steps. Choose what is published:',
  overruled: 'Somebody else changed the same settings, to: “{{text}}”. Yours go on.',
} as const
