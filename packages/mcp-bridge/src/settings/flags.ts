/** The attribute under which commander keeps a flag: `--log-file <file>` is `logFile`. */
export function attributeOf(flag: string): string {
  const name = /^--([\w-]+)/.exec(flag)?.[1] ?? ''
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
