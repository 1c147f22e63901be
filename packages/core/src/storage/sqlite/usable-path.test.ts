import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SECRET } from '../../../test/instance.ts'
import { createHandrail } from '../../index.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handrail-path-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// A key or a secret has no part in it.
describe.each([
  ['without a secret', {}],
  ['with a secret', { secret: SECRET }],
])('opening an SQLite database %s', (_, secret) => {
  const refused = async (database: string, reason: string) =>
    expect(createHandrail({ database, upkeep: false, ...secret })).rejects.toMatchObject({
      code: 'unavailable',
      message: `Cannot use the database file ${database}: ${reason}`,
    })

  test('in a folder that is not there is refused, and creates nothing', async () => {
    const missing = join(folder, 'no', 'such')
    await refused(join(missing, 'a.db'), `the folder ${missing} does not exist. Create it, or choose another one`)
    expect(existsSync(join(folder, 'no'))).toBe(false)
  })

  test('that is a folder, or another file, is refused, and nothing is written beside it', async () => {
    mkdirSync(join(folder, 'data'))
    writeFileSync(join(folder, 'notes.txt'), 'no database')
    await refused(join(folder, 'data'), 'it is a folder. Add the name of the file, such as handrail.db')
    await refused(join(folder, 'notes.txt'), 'it is not an SQLite database')
    expect(readdirSync(folder).sort()).toEqual(['data', 'notes.txt'])
  })
})

test('an SQLite database without its key names the option beside the variable', async () => {
  const database = join(folder, 'a.db')
  await (await createHandrail({ database, secret: SECRET, upkeep: false })).close()
  await expect(createHandrail({ database, upkeep: false })).rejects.toThrow('embedded: the option "secret"')
})
