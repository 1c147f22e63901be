import type { StoredContents } from '../storage/tables/guides.ts'

/** The contents of a version, which a draft can be made of. */
export function contentsOf({
  title,
  description,
  completion_message,
  asks_effort,
  roles,
  participants_may_invite,
  target_after_days,
  target_label,
  sections,
}: StoredContents): StoredContents {
  return {
    title,
    description,
    completion_message,
    asks_effort,
    roles,
    participants_may_invite,
    target_after_days,
    target_label,
    sections,
  }
}
