/** A time as people read it. The reader's time zone cannot be known without a script, so it names its own. */
export function dayAndTime(time: string): string {
  return `${time.slice(0, 10)}, ${time.slice(11, 16)} UTC`
}
