import { generate } from 'selfsigned'

/** A certificate for a host that nobody has signed but itself, made anew for each run; it is its own authority. */
export async function newCertificate(host = 'localhost'): Promise<{ key: string; cert: string }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    // Clocks of machines differ.
    notBeforeDate: new Date(Date.now() - 86_400_000),
    notAfterDate: new Date(Date.now() + 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: true },
      { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
    ],
  })
  return { key, cert }
}
