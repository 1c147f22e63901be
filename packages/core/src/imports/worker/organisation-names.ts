import type { Context } from '../../context.ts'
import { parseInput } from '../../operation/validation.ts'
import { makeOrganisation } from '../../organisations/change.ts'
import { OrganisationFields } from '../../organisations/organisation.ts'
import { findOrganisationsLike } from '../../organisations/store.ts'
import { fold } from '../../records/text.ts'
import type { Reader, Tx } from '../../storage/database.ts'
import type { StoredFault } from '../../storage/tables/imports.ts'
import type { ImportsRow } from '../store.ts'
import { faultAt, type Reading } from './verdict.ts'

/** The organisation that a row of a contact names: one that is there, one that is to be made, or none that could be meant. */
interface Named {
  id?: string
  name?: string
  external_id?: string
  fault?: StoredFault
}

export interface Organisations {
  /** Undefined where the row names none. */
  of(reading: Reading): Named | undefined
  /** Makes it where it is not there yet, once for all rows that name it. */
  idOf(tx: Tx, context: Context, named: Named | undefined): Promise<{ id: string; made: boolean } | undefined>
}

/** The organisations that rows of contacts name, by their own id or by name. */
export async function findOrganisations(
  reader: Reader,
  job: ImportsRow,
  readings: readonly Reading[],
): Promise<Organisations> {
  const all = (target: string) => [...new Set(readings.flatMap(({ fields }) => fields.get(target) ?? []))]
  const known = await findOrganisationsLike(reader, job.workspace_id, {
    names: all('organisation').map(fold),
    external_ids: all('organisation_external_id'),
  })
  const made = new Map<string, string>()

  function of({ fields }: Reading): Named | undefined {
    const name = fields.get('organisation')
    const external_id = fields.get('organisation_external_id')
    if (name === undefined && external_id === undefined) return undefined
    const target = external_id === undefined ? 'organisation' : 'organisation_external_id'
    const found =
      external_id === undefined
        ? known.filter((one) => fold(one.name) === fold(name ?? ''))
        : known.filter((one) => one.external_id === external_id)
    const [one, ...others] = found
    const refuse = (text: string) => ({ fault: faultAt(job, target, { code: 'does_not_exist', text }) })
    if (others.length > 0)
      return refuse(`is the name of ${found.length} organisations: map the column with their own ids`)
    if (one) return { id: one.id }
    if (!job.create_organisations || name === undefined) return refuse('is no organisation that is here')
    const checked = OrganisationFields.safeParse({ name, external_id })
    if (!checked.success)
      return { fault: faultAt(job, target, { code: 'invalid', text: 'is no name of an organisation' }) }
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
