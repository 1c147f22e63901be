import type { palette as english } from '../en/palette.ts'
import type { Same } from '../keys.ts'

export const palette: Same<typeof english> = {
  open: 'Suchen oder tun …',
  title: 'Suchen oder tun',
  type: 'Ein Kontakt, eine Organisation, ein Leitfaden oder ein Ort',
  do: 'Tun',
  go: 'Gehen zu',
  contacts: 'Kontakte',
  organisations: 'Organisationen',
  guides: 'Leitfäden',
  nothing: 'Nichts heißt so.',
  results: 'Was gefunden wurde',
  import_contacts: 'Kontakte importieren',
  import_organisations: 'Organisationen importieren',
  export_workspace: 'Den ganzen Arbeitsbereich exportieren',
  keys: 'Tastenkürzel',
  keys_title: 'Tastenkürzel',
  key_palette: 'Suchen oder tun',
  key_help: 'Diese Übersicht',
  key_choose: 'Unter dem Gefundenen wählen',
  key_open: 'Öffnen',
  key_tab: 'In einem neuen Tab öffnen',
  key_place: 'Gehen zu: {{place}}',
}
