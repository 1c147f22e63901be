import { batchContacts } from '../contacts/operations/batch.ts'
import { deleteContacts, moveContacts, restoreContacts } from '../contacts/operations/bulk.ts'
import { createContact, deleteContact, putContact, updateContact } from '../contacts/operations/change.ts'
import { describeContacts } from '../contacts/operations/describe.ts'
import { importContacts } from '../contacts/operations/import-many.ts'
import { getContact, listContacts, searchContacts } from '../contacts/operations/read.ts'
import { batchOrganisations } from '../organisations/operations/batch.ts'
import { deleteOrganisations } from '../organisations/operations/bulk.ts'
import {
  createOrganisation,
  deleteOrganisation,
  putOrganisation,
  updateOrganisation,
} from '../organisations/operations/change.ts'
import { getOrganisation, listOrganisationNames, listOrganisations } from '../organisations/operations/read.ts'

/** Contacts and organisations. A part of `operations.ts`. */
export const contactsOperations = {
  listContacts,
  searchContacts,
  getContact,
  describeContacts,
  createContact,
  updateContact,
  putContact,
  deleteContact,
  batchContacts,
  importContacts,
  moveContacts,
  deleteContacts,
  restoreContacts,
  listOrganisations,
  listOrganisationNames,
  getOrganisation,
  createOrganisation,
  updateOrganisation,
  putOrganisation,
  deleteOrganisation,
  batchOrganisations,
  deleteOrganisations,
}
