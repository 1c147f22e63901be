import * as shared from '@handrail/core/pages/de'
import type {
  account as accountEnglish,
  connections as connectionsEnglish,
  second_factor as secondFactorEnglish,
} from '../en/account.ts'
import type { German } from '../german.ts'

export const account: German<typeof accountEnglish> = {
  title: 'Konto',
  ...shared.account,
  connections_lead: 'Assistenten und Programme, die für Sie handeln.',
  see_connections: 'Verbundene Anwendungen ansehen',
}

export const second_factor: German<typeof secondFactorEnglish> = {
  ...shared.second_factor,
  back: 'Zurück zum Konto',
  saved: 'Ich habe sie aufbewahrt',
}

export const connections: German<typeof connectionsEnglish> = {
  ...shared.connections,
  lead: 'Anwendungen, die für Sie handeln dürfen, bis Sie sie trennen. Neue verbinden Sie über <page> oder in der Anwendung selbst.',
  page: 'die Seite für KI-Assistenten',
}
