import { z } from 'zod'
import { validationError } from '../errors.ts'
import { fieldError } from '../field-errors.ts'
import { fold } from '../records/text.ts'
import { IMPORT_TARGETS, type Imported, metadataTarget } from './contract.ts'

/** One of these columns is required: it identifies existing records. */
const KEYS: Record<Imported, readonly string[]> = {
  contacts: ['email', 'external_id'],
  organisations: ['name', 'external_id'],
}

const METADATA = /^metadata\.(?=.{1,100}$)[^\s.](?:[^.]*[^\s.])?$/u

/** The usual names of columns in the languages of the console, and in exports of other programs. */
const NAMES: Record<string, readonly string[]> = {
  email: [
    'email',
    'emailaddress',
    'mail',
    'emailadresse',
    'mailadresse',
    'courriel',
    'adresseemail',
    'correo',
    'correoelectronico',
  ],
  first_name: ['firstname', 'givenname', 'forename', 'vorname', 'prenom', 'nombre'],
  last_name: ['lastname', 'surname', 'familyname', 'nachname', 'familienname', 'nomdefamille', 'apellido', 'apellidos'],
  full_name: [
    'name',
    'fullname',
    'contact',
    'contactname',
    'customer',
    'customername',
    'person',
    'vollername',
    'ansprechpartner',
    'kontakt',
    'nomcomplet',
    'nombrecompleto',
  ],
  external_id: [
    'externalid',
    'id',
    'crmid',
    'ownid',
    'yourownid',
    'customerid',
    'contactid',
    'accountid',
    'kundennummer',
    'externeid',
    'recordid',
  ],
  organisation: [
    'organisation',
    'organization',
    'organisationname',
    'organizationname',
    'company',
    'companyname',
    'account',
    'accountname',
    'firma',
    'unternehmen',
    'entreprise',
    'societe',
    'empresa',
  ],
  organisation_external_id: [
    'organisationexternalid',
    'organizationexternalid',
    'companyid',
    'organisationid',
    'organizationid',
    'firmenid',
  ],
  language: ['language', 'locale', 'sprache', 'langue', 'idioma'],
  name: [
    'name',
    'organisation',
    'organization',
    'company',
    'companyname',
    'accountname',
    'firma',
    'unternehmen',
    'entreprise',
    'empresa',
    'firmenname',
  ],
  domain: [
    'domain',
    'website',
    'web',
    'webdomain',
    'webseite',
    'companydomain',
    'companydomainname',
    'dominio',
    'domaine',
  ],
}

/** A column of a file. */
interface FileColumn {
  name: string
  /** The first value; empty for a column without values. */
  example: string
}

/**
 * The fields that match the names of columns; each is suggested once. Other columns with values are kept as metadata. A column
 * with whole names is split; beside first names, a column `Name` has the last names.
 */
export function suggestionsFor(resource: Imported, columns: readonly FileColumn[]): string[] {
  const plain = columns.map(({ name }) => fold(name).replace(/[^\p{L}\p{N}]/gu, ''))
  const free = new Set<string>(IMPORT_TARGETS[resource])
  const hasFirstNames = plain.some((name) => NAMES.first_name?.includes(name))
  if (hasFirstNames) free.delete('full_name')
  const kept = new Set<string>()
  return columns.map(({ name, example }, index) => {
    const isLastName = hasFirstNames && plain[index] === 'name' && free.has('last_name')
    const found = isLastName ? 'last_name' : [...free].find((target) => NAMES[target]?.includes(plain[index] ?? ''))
    if (found !== undefined) {
      free.delete(found)
      return found
    }
    const target = metadataTarget(name)
    if (example === '' || kept.has(target) || !METADATA.test(target)) return ''
    kept.add(target)
    return target
  })
}

/** The field of each column; empty for a skipped one. */
export const Mapping = z.array(z.string().trim().max(110)).max(200)

/** @throws AppError `validation_error` on `mapping` where nothing could be made of it */
export function requireMapping(resource: Imported, columns: number, mapping: readonly string[]): void {
  const used = mapping.filter((target) => target !== '')
  const known: readonly string[] = IMPORT_TARGETS[resource]
  const unknown = used.find((target) => !known.includes(target) && !METADATA.test(target))
  const twice = used.find((target, index) => used.indexOf(target) !== index)
  const problem =
    mapping.length !== columns
      ? `must have one entry for each of the ${columns} columns: a field, or an empty string`
      : unknown !== undefined
        ? `has ${unknown}, which is not one of ${known.join(', ')} or metadata.<name>`
        : twice !== undefined
          ? `has two columns for ${twice}: skip one of them`
          : used.some((target) => KEYS[resource].includes(target))
            ? undefined
            : `needs a column for ${KEYS[resource].join(' or ')}`
  if (problem !== undefined) throw validationError({ mapping: fieldError('invalid', problem) })
}

/** The cells of a row by field; empty ones are omitted. */
export function fieldsOf(mapping: readonly string[], cells: readonly string[]): Map<string, string> {
  const given = mapping.flatMap((target, index): [string, string][] => {
    const text = cells[index]?.trim() ?? ''
    return target === '' || text === '' ? [] : [[target, text]]
  })
  return new Map(given)
}

/** The values of metadata by name; undefined if there are none. */
export function metadataOf(fields: ReadonlyMap<string, string>): Record<string, string> | undefined {
  const own = [...fields].flatMap(([target, text]): [string, string][] =>
    target.startsWith('metadata.') ? [[target.slice('metadata.'.length), text]] : [],
  )
  return own.length === 0 ? undefined : Object.fromEntries(own)
}
