/**
 * What a model has to know about a tool in addition to the operation's description: what to call before, and an
 * example.
 */
const GUIDANCE: Record<string, string> = {
  list_contacts: 'Use email to find one person. Example: {"email": "zoe@harbour.example"}',
  get_contact: 'Find the id with list_contacts.',
  create_contact:
    'Look with list_contacts whether the email exists: it must be new. Example: {"email": "zoe@harbour.example", "first_name": "Zoe", "organisation_id": "..."}',
  update_contact: 'Find the id with list_contacts. Example: {"id": "...", "last_name": "Baker"}',
  list_organisations: 'Example: {"name": "bakery"}',
  get_organisation: 'Find the id with list_organisations.',
  create_organisation:
    'Names need not be unique: look with list_organisations first. Example: {"name": "Harbour Bakery", "domain": "harbour.example"}',
  update_organisation: 'Find the id with list_organisations. Example: {"id": "...", "domain": "harbour.example"}',
  list_enrollments: 'Example: {"contact_id": "...", "status": "in_progress"}',
  get_enrollment: 'Find the id with list_enrollments.',
  create_enrollment:
    'Find the ids with list_contacts and list_guides. Example: {"contact_id": "...", "guide_id": "..."}',
  update_enrollment: 'Find the id with list_enrollments. Example: {"id": "...", "status": "completed"}',
  list_guides: 'Read one with get_guide; guides cannot be changed here.',
  get_guide: 'Find the id with list_guides.',
  list_webhook_endpoints: 'Signing secrets are not shown.',
  create_webhook_endpoint:
    'Hand it to the user at once. Example: {"url": "https://example.com/hook", "events": ["enrollment.*"]}',
  update_webhook_endpoint: 'Find the id with list_webhook_endpoints. Example: {"id": "...", "events": ["*"]}',
}

export function guidanceOf(tool: string): string | undefined {
  return GUIDANCE[tool]
}
