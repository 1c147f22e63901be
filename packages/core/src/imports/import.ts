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
        example: z.string().describe('The first value that is not empty'),
        suggestion: z.string().describe('The field that its name sounds like; empty where it is none'),
      }),
    ),
    mapping: z.array(z.string()).nullable().describe('Of each column the field that it goes to'),
    update_existing: z.boolean(),
    create_organisations: z.boolean(),
    enroll_in: OutputId.nullable().describe('The guide in which everybody of the file is enrolled'),
    send_invitations: z.boolean().describe('Whether each of them is sent the link'),
    rows: Count.describe('Without the first, which has the names of the columns'),
    place: Count.describe('The row that the work under way has come to'),
    created: Count,
    updated: Count,
    unchanged: Count,
    faulty: Count,
    undone: Count,
    left: Count.describe('Rows that were not undone, since somebody has changed their records'),
    enrolled: Count.describe('Those who were not on their way through the guide already'),
    problem: z.string().nullable().describe('Why it failed'),
    problem_code: z.enum(IMPORT_PROBLEMS).nullable().describe('The same for programs'),
    problem_row: z.int().nullable().describe('Where in the file that is, as a spreadsheet numbers rows'),
    problem_column: z.int().nullable().describe('From 0'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Import' })

export const ImportRow = z
  .object({
    number: z.int().describe('As a spreadsheet numbers it'),
    cells: z.array(z.string()),
    fate: z.enum(ROW_OUTCOMES),
    faults: z.array(
      z.object({
        column: z.int().nullable().describe('Of the file, from 0; null where it is the whole row'),
        code: z.string(),
        text: z.string(),
        row: z.int().nullable().describe('The other row, where two do not go together'),
      }),
    ),
    record_id: OutputId.nullable(),
  })
  .meta({ id: 'ImportRow' })
