import type { approval as english } from '../en/approval.ts'
import type { Same } from '../same.ts'

export const approval: Same<typeof english> = {
  title: 'Freigabe von „{{step}}“',
  changes_title: 'Änderungen zu „{{step}}“',
  approved: 'Freigegeben',
  asked: 'Änderungen erbeten',
  by: 'Von',
  signed: 'Eingegebener Name',
  when: 'Wann',
  address: 'Netzwerkadresse',
  unknown: 'Nicht bekannt',
  hash: 'SHA-256 des Textes und der Dateien',
  note: 'Erbetene Änderungen',
  files: 'Dateien',
  exact: 'Der genaue Text',
  agreement: 'Das ist eine Zustimmung mit Namen, keine qualifizierte elektronische Signatur.',
  print: 'Drucken',
}
