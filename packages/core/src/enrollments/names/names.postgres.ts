import type { RawSql } from '../../storage/dialect.ts'
import type { Named, NamedGuide } from './named.ts'

const CONTACTS = `select id, trim(first_name || ' ' || last_name) as name from contacts
  where workspace_id = $1 and id = any($2::uuid[])`
const GUIDES =
  'select id, title as name, stalled_after_days from guides where workspace_id = $1 and id = any($2::uuid[])'

export async function namesOf(connection: RawSql, workspace_id: string, contacts: string[], guides: string[]) {
  const [contactRows, guideRows] = await Promise.all([
    connection.rows<Named>(CONTACTS, [workspace_id, contacts]),
    connection.rows<NamedGuide>(GUIDES, [workspace_id, guides]),
  ])
  return { contacts: contactRows, guides: guideRows }
}
