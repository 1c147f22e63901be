import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { missingPrograms } from './programs.ts'

test('a bundle without a program that reads files is told which entry it lacks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handrail-programs-'))
  for (const name of ['table-process', 'mail-process', 'image-process']) writeFileSync(join(folder, `${name}.js`), '')
  const bundle = pathToFileURL(join(folder, 'server.js')).href
  expect(missingPrograms(bundle).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The file rows-thread\.js is missing .* the entry "@handrail\/core\/rows-thread"$/),
  ])
  writeFileSync(join(folder, 'rows-thread.js'), '')
  expect(missingPrograms(bundle)).toEqual([])
  rmSync(folder, { recursive: true })
})

test('sources have each where it belongs', () => {
  expect(missingPrograms()).toEqual([])
})
