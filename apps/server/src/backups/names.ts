/** The endings of backups by engine: a database of SQLite, or an archive of pg_dump. */
const ENDINGS = { sqlite: 'db', postgres: 'dump' } as const

/** The names that `backup` gives, which sort by time, with what belongs to them and what is not complete. */
const NAME =
  /^(handrail-\d{4}-\d\d-\d\dT\d{6}Z\.(?:db|dump))(\.key|\.key\.enc|\.sha256|\.files\/?|\.\d+\.partial(?:-wal|-shm)?)?$/

/** Whatever belongs to a backup is beside it, under its name with one of these endings. */
export const BESIDE = {
  key: '.key',
  encryptedKey: '.key.enc',
  checksum: '.sha256',
  uploads: '.files',
} as const

/** A name that sorts by time: `handrail-2026-11-20T031500Z.db`. That of the next free second, where entries have the name of this one. */
export function nameAt(engine: keyof typeof ENDINGS, time: Date, entries: readonly string[] = []): string {
  const name = `handrail-${time.toISOString().replace(/:|\.\d+/g, '')}.${ENDINGS[engine]}`
  const isTaken = entries.some((entry) => NAME.exec(entry)?.[1] === name)
  return isTaken ? nameAt(engine, new Date(time.getTime() + 1000), entries) : name
}

/** The backups that are complete, oldest first: what is named without an addition gets its name last. */
export function completeBackups(entries: readonly string[]): string[] {
  return entries.filter((entry) => NAME.exec(entry)?.[2] === undefined && NAME.test(entry)).toSorted()
}

/**
 * The entries of all backups of one kind before the newest, with what interrupted ones have left. Other entries stay.
 * @returns of each backup what makes it complete first: an interrupted removal leaves none that looks complete
 */
export function surplus(entries: readonly string[], keep: number, kind: string): string[] {
  const ending = kind.slice(kind.lastIndexOf('.'))
  const kept = completeBackups(entries)
    .filter((name) => name.endsWith(ending))
    .slice(-keep)
  const oldest = kept[0]
  if (oldest === undefined || kept.length < keep) return []
  return entries
    .filter((entry) => {
      const [, backup = ''] = NAME.exec(entry) ?? []
      return backup.endsWith(ending) && backup !== '' && backup < oldest
    })
    .toSorted()
}
