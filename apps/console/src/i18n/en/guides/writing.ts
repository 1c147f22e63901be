export const sorting = {
  handle: 'Move {{title}}',
  help: 'Press Space to pick it up, the arrow keys to move it, Space to drop it, Escape to cancel.',
  step_picked_up:
    'Step {{title}} picked up, position {{position}} of {{of}} in section {{section}}. Press the arrow keys to move it, Space to drop it, Escape to cancel.',
  step_at: 'Step {{title}}, position {{position}} of {{of}} in section {{section}}',
  step_dropped: 'Step {{title}} dropped, position {{position}} of {{of}} in section {{section}}',
  step_returned: 'Step {{title}} returned to position {{position}} of {{of}} in section {{section}}',
  section_picked_up:
    'Section {{title}} picked up, position {{position}} of {{of}}. Press the arrow keys to move it, Space to drop it, Escape to cancel.',
  section_at: 'Section {{title}}, position {{position}} of {{of}}',
  section_dropped: 'Section {{title}} dropped, position {{position}} of {{of}}',
  section_returned: 'Section {{title}} returned to position {{position}} of {{of}}',
} as const

export const preview = {
  button: 'Preview',
  region: 'Preview',
  frame: 'The guide as a contact sees it',
  phone: 'Phone',
  desktop: 'Desktop',
  dark: 'Dark',
  try: 'Try it in full size',
  on_my_phone: 'On my phone',
  scan: 'Point the camera of your phone at this code.',
  code: 'QR code with the address of the preview',
  sign_in_there: 'Sign in on your phone to see the draft as it is saved now.',
  copy_address: 'Copy the address',
  back: 'Back to the editor',
  nothing_kept: 'Nothing you do here is saved',
  behind: 'This is the previous state, because something is still missing.',
  lost: 'The preview is not available. It reconnects automatically.',
} as const

export const together = {
  here: 'Also here: {{name}}',
  here_at: 'Also here: {{name}}, at {{step}}',
  came: '{{name}} is here too.',
  left: '{{name}} has left.',
  both: '{{name}} changed this step too. Both versions are kept.',
  somebody: 'Somebody else',
  both_text: 'Choose which one to keep. Until then, contacts and colleagues see their version.',
  mine: 'Your version',
  theirs: 'Their version',
  keep_mine: 'Keep mine',
  take_theirs: 'Take theirs',
  to_choose: 'Two versions',
  undecided_one: 'You and somebody else changed {{count}} step. Choose what is published:',
  undecided_other: 'You and somebody else changed {{count}} steps. Choose what is published:',
  overruled: 'Somebody else changed the same settings, to: “{{text}}”. Your version is used.',
} as const
