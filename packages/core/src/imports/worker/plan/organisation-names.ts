import type { Context } from '../../../context.ts'
import { parseInput } from '../../../operation/validation.ts'
import { makeOrganisation } from '../../../organisations/change.ts'
import { OrganisationFields } from '../../../organisations/organisation.ts'
import { findOrganisationsLike } from '../../../organisations/store.ts'
import { fold } from '../../../records/text.ts'
import type { Reader, Tx } from '../../../storage/database.ts'
import type { StoredFault } from '../../../storage/tables/imports.ts'
import { type ContactReading, faultAt } from '../../rows/reading.ts'
import type { ImportsRow } from '../../store.ts'

/** The organisation named by a row of a contact: an existing one, a new one, or an invalid name. */
interface Named {
  id?: string
  name?: string
  external_id?: string
  fault?: StoredFault
}

export interface Organisations {
  /** Undefined if the row names none. */
  of(reading: ContactReading): Named | undefined
  /** Creates it if it does not exist, once for all rows that name it. */
  idOf(tx: Tx, context: Context, named: Named | undefined): Promise<{ id: string; made: boolean } | undefined>
}

/** The organisations that rows of contacts name, by external id or by name. */
export async function findOrganisations(
  reader: Reader,
  job: ImportsRow,
  readings: readonly ContactReading[],
): Promise<Organisations> {
  const named = readings.flatMap(({ organisation }) => organisation ?? [])
  const known = await findOrganisationsLike(reader, job.workspace_id, {
    names: [...new Set(named.flatMap(({ name }) => name ?? []))].map(fold),
    external_ids: [...new Set(named.flatMap(({ external_id }) => external_id ?? []))],
  })
  const byName = Map.groupBy(known, ({ name }) => fold(name))
  const byId = Map.groupBy(known, ({ external_id }) => external_id)
  const made = new Map<string, string>()

  function of({ organisation }: ContactReading): Named | undefined {
    if (!organisation) return undefined
    const { name, external_id, canBeMade } = organisation
    const target = external_id === undefined ? 'organisation' : 'organisation_external_id'
    const found = (external_id === undefined ? byName.get(fold(name ?? '')) : byId.get(external_id)) ?? []
    const [one, ...others] = found
    const refuse = (text: string) => ({ fault: faultAt(job, target, { code: 'does_not_exist', text }) })
    if (others.length > 0)
      return refuse(`is the name of ${found.length} organisations: map a column with their external ids`)
    if (one) return { id: one.id }
    if (!job.create_organisations || name === undefined) return refuse('is not an existing organisation')
    if (!canBeMade)
      return { fault: faultAt(job, target, { code: 'invalid', text: 'is not a valid name of an organisation' }) }
    return { name, ...(external_id !== undefined && { external_id }) }
  }

  async function idOf(tx: Tx, context: Context, named: Named | undefined) {
    if (named === undefined) return undefined
    if (named.id !== undefined) return { id: named.id, made: false }
    const { name = '', external_id } = named
    const key = external_id ?? fold(name)
    const before = made.get(key)
    if (before !== undefined) return { id: before, made: false }
    const { id } = await makeOrganisation(tx, context, parseInput(OrganisationFields, { name, external_id }))
    made.set(key, id)
    return { id, made: true }
  }

  return { of, idOf }
}
