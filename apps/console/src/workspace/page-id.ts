import { useParams } from '@tanstack/react-router'

/** The id of the record that the address names. */
export function usePageId(): string {
  const { id = '' } = useParams({ strict: false })
  return id
}
