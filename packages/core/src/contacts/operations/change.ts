import { z } from 'zod'
import { recordAudit } from '../../audit/record.ts'
import { existing } from '../../errors.ts'
import { putOf, RecordId, recordOf, requiredText } from '../../fields/fields.ts'
import { operation } from '../../operation/operation.ts'
import { parseInput } from '../../operation/validation.ts'
import { changeContact, makeContact, problemsOf, removeContact, writeContact } from '../change.ts'
import { Contact, ContactChanges, ContactFields } from '../contact.ts'
import * as store from '../store.ts'
import { getContact } from './read.ts'
export const createContact = operation({
  name: 'create_contact',
  summary: 'Create a contact',
  reference:
    'The e-mail address must not be that of another contact of the workspace, nor `external_id`, if it is given.',
  access: 'contacts:write',
  does: ['adds'],
  unaudited: 'event',
  route: 'POST /contacts',
  body: 'contact',
  status: 201,
  tool: {
    guidance:
      'The email must be new: check with list_contacts. Example: {"email": "zoe@harbour.example", "first_name": "Zoe", "organisation_id": "..."}',
    remedies: {
      'email.taken': 'Find the contact with list_contacts and this email, and use update_contact instead.',
      'external_id.taken': 'Another contact has this external_id: use another, or omit it.',
    },
  },
  input: ContactFields,
  output: recordOf(Contact),
  etag: Contact,
  problems: problemsOf,
  run: (context, given) =>
    writeContact(context, async (tx, attempting) => ({ data: await makeContact(tx, context, given, attempting) })),
})

export const updateContact = operation({
  name: 'update_contact',
  summary: 'Update a contact',
  description: 'Omitted fields stay unchanged; metadata is replaced as a whole.',
  access: 'contacts:write',
  does: ['replaces'],
  unaudited: 'event',
  isIdempotent: true,
  route: 'PATCH /contacts/:id',
  body: 'contact',
  status: 200,
  tool: {
    guidance: 'Find the id with list_contacts. Example: {"id": "...", "last_name": "Baker"}',
    remedies: {
      'email.taken': 'Another contact has this email: find it with list_contacts.',
      'external_id.taken': 'Another contact has this external_id: use another, or omit it.',
    },
  },
  input: ContactChanges.extend({ id: RecordId }),
  output: recordOf(Contact),
  etag: Contact,
  current: getContact,
  problems: problemsOf,
  run: (context, { id, ...changes }) =>
    writeContact(context, async (tx, attempting) => {
      const current = existing(await store.findContact(tx, context.caller.workspace_id, id))
      return { data: await changeContact(tx, context, current, changes, attempting) }
    }),
})

export const putContact = operation({
  name: 'put_contact',
  summary: 'Create or update the contact with an external id',
  description:
    'For programs that know contacts by ids of their own. The request can be repeated: it answers 201 if it created the contact, and 200 if it updated it.',
  access: 'contacts:write',
  does: ['replaces'],
  unaudited: 'event',
  route: 'PUT /contacts/by_external_id/:external_id',
  body: 'contact',
  status: 200,
  creates: true,
  input: ContactChanges.extend({
    external_id: requiredText().meta({
      reference: 'The id of the contact in a system of yours. If no contact has it, one is created.',
    }),
  }),
  output: putOf(Contact),
  etag: Contact,
  run: (context, given) =>
    writeContact(context, async (tx, attempting) => {
      const { workspace_id } = context.caller
      // Of two concurrent creations, the second waits here and finds the record.
      await tx.connection.dialect.lockRecord(tx.connection, `${workspace_id} contact ${given.external_id}`)
      const current = await store.findContactByExternalId(tx, workspace_id, given.external_id)
      if (current) return { data: await changeContact(tx, context, current, given, attempting), created: false }
      const { metadata_merge: metadata = given.metadata, ...fields } = given
      const complete = parseInput(ContactFields, { ...fields, metadata })
      return { data: await makeContact(tx, context, complete, attempting), created: true }
    }),
})

export const deleteContact = operation({
  name: 'delete_contact',
  summary: 'Delete a contact',
  description:
    'The enrollments of the contact are kept, but their links stop working. An enrollment in which others take part goes on, with the person who has taken part longest as its contact. The e-mail address can be used again.',
  access: 'contacts:write',
  does: ['deletes', 'ends'],
  audit: ['contact.deleted', 'participant.removed', 'participant.many_removed'],
  route: 'DELETE /contacts/:id',
  status: 204,
  input: z.strictObject({ id: RecordId }),
  output: z.void(),
  current: getContact,
  run: (context, { id }) =>
    context.store.write(async (tx) => {
      await removeContact(tx, context, existing(await store.findContact(tx, context.caller.workspace_id, id)))
      await recordAudit(tx, context, { action: 'contact.deleted', subject_id: id })
    }),
})
