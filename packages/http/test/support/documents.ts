import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { newCertificate } from '../../../../test/certificate.ts'

/** A web server on this machine that serves client id metadata documents, and whose certificate this process trusts. */
export async function openDocuments() {
  const { key, cert } = await newCertificate()
  const usual = getCACertificates('default')
  setDefaultCACertificates([...usual, cert])
  const documents = new Map<string, object>()
  const server = createServer({ key, cert }, ({ url = '' }, response) => {
    const document = documents.get(url)
    response.writeHead(document ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(document ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** @returns the address of the document, which is the client_id that it must name */
    publish(path: string, metadata: object): string {
      const client_id = `https://localhost:${port}${path}`
      documents.set(path, { client_id, ...metadata })
      return client_id
    },
    async close() {
      setDefaultCACertificates(usual)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Documents = Awaited<ReturnType<typeof openDocuments>>
