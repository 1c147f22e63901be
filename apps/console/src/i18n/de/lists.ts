import type { order as enOrder, views as enViews } from '../en/lists.ts'
import type { Same } from '../same.ts'

export const order: Same<typeof enOrder> = {
  title: 'Reihenfolge',
  by_relevance: 'Beste Treffer zuerst',
  created_at_desc: 'Neueste zuerst',
  created_at_asc: 'Älteste zuerst',
  name_asc: 'Nach Namen, von A an',
  name_desc: 'Nach Namen, von Z an',
  contact_name_asc: 'Nach Namen, von A an',
  contact_name_desc: 'Nach Namen, von Z an',
  contacts_count_desc: 'Meiste Kontakte zuerst',
  contacts_count_asc: 'Wenigste Kontakte zuerst',
  progress_percentage_desc: 'Weiteste zuerst',
  progress_percentage_asc: 'Am wenigsten weit zuerst',
}

export const views: Same<typeof enViews> = {
  title: 'Ansichten',
  all: 'Alle Ansichten',
  down: 'Nach unten',
  make_private: 'Privat machen',
  name: 'Name',
  none: 'Es gibt noch keine Ansichten dieser Liste.',
  of_list: 'Ansichten: {{list}}',
  private: 'Privat',
  private_ones: 'Eigene private Ansichten',
  private_only:
    'Nur Sie sehen diese Ansicht. Mitglieder mit der Rolle Redakteur können Ansichten mit dem Arbeitsbereich teilen.',
  rename: 'Umbenennen',
  rename_title: 'Ansicht umbenennen',
  save: 'Ansicht speichern',
  save_as: 'Als neue Ansicht speichern',
  save_changes: 'Änderungen speichern',
  save_title: 'Diese Ansicht speichern',
  share: 'Mit dem Arbeitsbereich teilen',
  share_hint: 'Alle im Arbeitsbereich sehen sie in der Navigation.',
  share_tick: 'Mit dem Arbeitsbereich geteilt',
  shared_ones: 'Mit dem Arbeitsbereich geteilt',
  up: 'Nach oben',
}
