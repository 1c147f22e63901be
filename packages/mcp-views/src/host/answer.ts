/** What a tool came to: its record or list, or words about why there is none. */
export type Answer<T> = { value: T } | { failure: string }

/** The result of a tool as hosts pass it on: some without `structuredContent`, whose JSON is then the text. */
export function answerOf<T>(result: Record<string, unknown>): Answer<T> {
  const text = textOf(result)
  if (result.isError === true) return { failure: text }
  // The tools of a view are those of one server, whose answers have this type.
  if (isRecord(result.structuredContent)) return { value: result.structuredContent as T }
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? { value: value as T } : { failure: text }
  } catch {
    // A sentence, such as that the person did not agree.
    return { failure: text }
  }
}

function textOf({ content }: Record<string, unknown>): string {
  const parts: unknown[] = Array.isArray(content) ? content : []
  return parts.map((part) => (isRecord(part) && typeof part.text === 'string' ? part.text : '')).join('\n')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
