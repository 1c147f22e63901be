/**
 * Loads a part of the program when it is first wanted, once for all who want it meanwhile. After a failure, such as too many open files,
 * the next one tries again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
