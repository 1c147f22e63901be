import { copyFileSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useCommands } from '../../../../../test/in-process.ts'

const { runHere: run, path } = useCommands()
const FORMER = 'the former secret of the tests, long enough'
const NEXT = 'the next secret of the tests, as long as that'

describe('rotate-key refuses, and changes nothing,', () => {
  test('without a former secret, with a wrong one, and with one alone', async () => {
    await run(['migrate'], { environment: { HANDRAIL_SECRET: FORMER } })
    const refusal = async (environment: Record<string, string>) => (await run(['rotate-key'], { environment })).stderr
    expect(await refusal({ HANDRAIL_SECRET: FORMER })).toMatch(/^To change HANDRAIL_SECRET, set a new one/)
    expect(await refusal({ HANDRAIL_SECRET: NEXT, HANDRAIL_SECRET_PREVIOUS: `${NEXT}, but not this` })).toMatch(
      /^Neither HANDRAIL_SECRET nor HANDRAIL_SECRET_PREVIOUS is the key of this database\. Nothing was changed/,
    )
    expect(await refusal({ HANDRAIL_SECRET_PREVIOUS: FORMER })).toMatch(
      /HANDRAIL_SECRET_PREVIOUS needs HANDRAIL_SECRET, the new secret/,
    )
    expect(await refusal({ HANDRAIL_SECRET: FORMER, HANDRAIL_SECRET_PREVIOUS: FORMER })).toMatch(/is the same as/)
    expect(await run(['list-keys'], { environment: { HANDRAIL_SECRET: FORMER } })).toMatchObject({ code: 0 })
  })

  test('with the key file of another database', async () => {
    await run(['migrate'])
    await run(['migrate', '--data', path('other')])
    copyFileSync(path('other/handrail.db.key'), path('data/handrail.db.key'))
    expect((await run(['rotate-key'])).stderr).toMatch(/^The key file beside the database is of another database/)
  })
})

describe('a missing key is named by what it was:', () => {
  const refusal = async (environment: Record<string, string> = {}) => {
    const { code, stderr } = await run(['list-keys'], { environment })
    const examined = await run(['doctor'], { environment })
    expect([code, examined.code]).toEqual([1, 1])
    return [stderr, /^fail {2}(.*(?:key|HANDRAIL_SECRET).*)$/m.exec(examined.stdout)?.[1]]
  }

  test('a forgotten HANDRAIL_SECRET, where there never was a key file', async () => {
    await run(['migrate'], { environment: { HANDRAIL_SECRET: FORMER } })
    for (const said of await refusal()) {
      expect(said).toMatch(/^HANDRAIL_SECRET is not set, and the data in \S+ is encrypted with it/)
      expect(said).not.toMatch(/backup/i)
    }
  })

  test('a lost key file, and a key file beside a HANDRAIL_SECRET', async () => {
    await run(['migrate'])
    const [wrong] = await refusal({ HANDRAIL_SECRET: FORMER })
    expect(wrong).toMatch(/It was encrypted with its key file: unset HANDRAIL_SECRET/)
    rmSync(path('data/handrail.db.key'))
    for (const said of await refusal())
      expect(said).toMatch(/^The key file \S+ is missing: .*Restore it from your backup/)
  })

  test('another HANDRAIL_SECRET', async () => {
    await run(['migrate'], { environment: { HANDRAIL_SECRET: FORMER } })
    const [said] = await refusal({ HANDRAIL_SECRET: NEXT })
    expect(said).toMatch(/Set HANDRAIL_SECRET to the value that it had before\. To change it, set the former one/)
  })
})
