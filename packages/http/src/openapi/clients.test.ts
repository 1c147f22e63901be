import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { generateApi } from 'swagger-typescript-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../../../test/built.ts'
import { type Instance, openInstance } from '../../test/support/instance.ts'
import { listen } from '../../test/support/mcp.ts'

// Clients that others generate from the document that is served: they compile strictly, and what they send is right.
const here = dirname(fileURLToPath(import.meta.url))
let instance: Instance
let base = ''
let folder = ''
beforeAll(async () => {
  instance = await openInstance('sqlite')
  base = `${(await listen(instance)).origin}/api/v1`
  // Where what the generated code imports is found.
  folder = mkdtempSync(join(here, '../../test/generated-'))
  const file = join(folder, 'openapi.json')
  const document = await (await fetch(`${base}/openapi.json`)).text()
  writeFileSync(file, document)
  writeFileSync(join(folder, 'oazapfts.ts'), await generateSource(file))
  const options = { spec: JSON.parse(document), output: false as const, fileName: 'api.ts', silent: true }
  const { files } = await generateApi({ ...options, httpClientType: 'fetch' })
  writeFileSync(join(folder, 'swagger.ts'), files[0]?.fileContent ?? '')
})
afterAll(async () => {
  await instance.close()
  rmSync(folder, { recursive: true, force: true })
})

test('generated clients compile, in programs that use them', { timeout: 120_000 }, async () => {
  writeFileSync(
    join(folder, 'program.ts'),
    `import { createContact, getEnrollment, listContacts, updateEnrollment } from './oazapfts.ts'
    import { Api, type Contact, type CreateContactRequest, type ErrorResponse } from './swagger.ts'

    export async function withFunctions(id: string) {
      const listed = await listContacts({ perPage: 100 })
      if (listed.status === 200) for (const { email } of listed.data.data) email.toLowerCase()
      else listed.data.error.message.toLowerCase()
      await createContact({ contact: { email: 'a@b.example', first_name: 'A' } })
      const enrollment = await getEnrollment(id, {})
      if (enrollment.status === 200) enrollment.data.data.progress.percentage.toFixed(1)
      await updateEnrollment(id, { enrollment: { status: 'completed' } })
    }

    export async function withClass(request: CreateContactRequest): Promise<Contact> {
      const api = new Api({ baseUrl: 'https://handrail.example/api/v1' })
      const answer = await api.contacts.createContact(request)
      const failure: ErrorResponse = answer.error
      return failure === null ? answer.data.data : answer.data.data
    }`,
  )
  writeFileSync(
    join(folder, 'refused.ts'),
    `import { withClass } from './program.ts'
    withClass({ contact: { email: 'a@b.example' } })`,
  )
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'es2023', lib: ['es2024', 'dom'] }
  const more = { types: [], skipLibCheck: true, allowImportingTsExtensions: true }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...more }, include: ['*.ts'] }),
  )
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const compiling = promisify(execFile)(process.execPath, [compiler, '-p', folder], { cwd: folder })
  const { stdout } = await compiling.catch((refusal: { stdout: string }) => refusal)
  // The generated type refuses a contact without a first name, and nothing else is wrong.
  const errors = stdout.split('\n').filter((line) => line.includes(': error TS'))
  expect(errors).toEqual([expect.stringMatching(/^refused\.ts\(2,.*first_name/)])
})

test('the client of oazapfts creates, finds and changes records, and reports errors', async () => {
  const client = await import(join(folder, 'oazapfts.ts'))
  Object.assign(client.defaults, { baseUrl: base, headers: { authorization: `Bearer ${instance.acme.token}` } })
  const contact = { email: 'generated@b.example', first_name: 'Gen' }
  const created = await client.createContact({ contact })
  expect(created).toMatchObject({ status: 201, data: { data: contact } })
  const { id } = created.data.data
  await client.updateContact(id, { contact: { last_name: 'Erated' } })
  expect(await client.listContacts({ email: contact.email })).toMatchObject({
    data: { data: [{ last_name: 'Erated' }] },
  })
  expect(await client.createContact({ contact })).toMatchObject({
    status: 422,
    data: { error: { type: 'validation_error', errors: { email: ['has already been taken'] } } },
  })
  expect(await client.deleteContact(id)).toMatchObject({ status: 204 })
})

test('the client of swagger-typescript-api does the same', async () => {
  const { Api } = await import(join(folder, 'swagger.ts'))
  const headers = { authorization: `Bearer ${instance.acme.token}` }
  const api = new Api({ baseUrl: base, baseApiParams: { headers } })
  const organisation = { name: 'Generated', domain: 'generated.example' }
  const { data: created } = await api.organisations.createOrganisation({ organisation })
  expect(created.data).toMatchObject(organisation)
  const { data: listed } = await api.organisations.listOrganisations({ per_page: 1 })
  expect(listed).toMatchObject({ data: [organisation], meta: { total: 1 } })
  await expect(api.organisations.getOrganisation('nobody')).rejects.toMatchObject({
    status: 404,
    error: { error: { type: 'not_found' } },
  })
})
