import { z } from 'zod'
import { OutputId, Timestamp } from '../fields/fields.ts'
import { IMPORT_PROBLEMS, IMPORT_STATUSES, IMPORTED, ROW_OUTCOMES } from './contract.ts'

const Count = z.int().min(0)

/** A file whose rows become contacts or organisations. */
export const Import = z
  .object({
    id: OutputId,
    resource: z.enum(IMPORTED),
    file_name: z.string(),
    status: z.enum(IMPORT_STATUSES),
    columns: z.array(
      z.object({
        name: z.string(),
        example: z.string().describe('First value of the column that is not empty'),
        suggestion: z.string().describe('The field that matches the name of the column; empty if there is none'),
      }),
    ),
    mapping: z.array(z.string()).nullable().describe('The field of each column'),
    update_existing: z.boolean(),
    create_organisations: z.boolean(),
    enroll_in: OutputId.nullable().describe('The guide in which the contacts of the file are enrolled'),
    send_invitations: z.boolean().describe('Whether each of them receives the link by mail'),
    rows: Count.describe('Number of rows, not counting the header'),
    place: Count.describe('Number of rows processed so far'),
    created: Count,
    updated: Count,
    unchanged: Count,
    faulty: Count,
    undone: Count,
    left: Count.describe('Rows that were not undone because their records have changed since'),
    enrolled: Count.describe('Contacts that did not have an open enrollment in the guide already'),
    problem: z.string().nullable().describe('Reason of the failure'),
    problem_code: z.enum(IMPORT_PROBLEMS).nullable().describe('Error code for programs'),
    problem_row: z.int().nullable().describe('Row of the file, numbered as in a spreadsheet'),
    problem_column: z.int().nullable().describe('From 0'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Import' })

export const ImportRow = z
  .object({
    number: z.int().describe('Number of the row, as in a spreadsheet'),
    cells: z.array(z.string()),
    fate: z.enum(ROW_OUTCOMES),
    faults: z.array(
      z.object({
        column: z
          .int()
          .nullable()
          .describe('Index of the column in the file, from 0; null if the problem concerns the whole row'),
        code: z.string(),
        text: z.string(),
        row: z.int().nullable().describe('The other row, if two rows conflict'),
      }),
    ),
    record_id: OutputId.nullable(),
  })
  .meta({ id: 'ImportRow' })
