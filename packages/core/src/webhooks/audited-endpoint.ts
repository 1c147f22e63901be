/** An endpoint in the audit log: its host, without secrets that an address may contain. */
export function auditedEndpoint({ id, url }: { id: string; url: string }) {
  return { subject_id: id, details: { host: new URL(url).host } }
}
