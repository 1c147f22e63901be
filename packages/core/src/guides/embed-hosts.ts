/** Services whose pages are made to be embedded; a name stands for those below it too. The operator can name more. */
const KNOWN_HOSTS = [
  'calendly.com',
  'cal.com',
  'docs.google.com',
  'calendar.google.com',
  'figma.com',
  'miro.com',
  'airtable.com',
  'typeform.com',
  'tally.so',
  'loom.com',
  'arcade.software',
  'storylane.io',
  'tango.us',
  'scribehow.com',
  'codepen.io',
  'openstreetmap.org',
]

/** The hosts whose pages guides can show in a frame. @param more those that the operator has named */
export function embedHostsWith(more: readonly string[] = []): readonly string[] {
  return [...new Set([...KNOWN_HOSTS, ...more.map((host) => host.toLowerCase())])]
}
