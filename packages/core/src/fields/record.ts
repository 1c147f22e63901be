import { z } from 'zod'

/** A field that clients write: what they may give, what the record shows, and what it is until it is given. */
export interface Writable<G extends z.ZodType, S extends z.ZodType> {
  readonly given: G
  readonly shown: S
  readonly initial?: z.output<S>
}

/** The fields of a record in the order in which it shows them; what is not writable has its schema alone. */
type Fields = Readonly<Record<string, z.ZodType | Writable<z.ZodType, z.ZodType>>>

/** `writable` has seen to it that what may be given instead of a value, nothing or null, has an initial value. */
type Plain<G extends z.ZodType, S extends z.ZodType> = z.output<G> extends z.output<S> ? [] : [initial: z.output<S>]

/**
 * A field that clients write.
 * @param given the schema of what they give, with the description of the field
 * @param shown the schema of what the record shows
 * @param initial what the field is where nothing or null is given; needed where `given` allows that and `shown` does not
 */
export function writable<G extends z.ZodType, S extends z.ZodType>(
  given: G,
  shown: S,
  ...[initial]: Plain<G, S>
): Writable<G, S> {
  return initial === undefined ? { given, shown } : { given, shown, initial }
}

type Shown<F> = {
  [K in keyof F]: F[K] extends Writable<z.ZodType, infer S> ? S : F[K] extends z.ZodType ? F[K] : never
}
type WritableKey<F> = { [K in keyof F]: F[K] extends Writable<z.ZodType, z.ZodType> ? K : never }[keyof F]
type Given<F> = { [K in WritableKey<F>]: F[K] extends Writable<infer G, z.ZodType> ? G : never }
/** What the writable fields of a record hold. */
type Values<F> = { [K in WritableKey<F>]: F[K] extends Writable<z.ZodType, infer S> ? z.output<S> : never }
/** What clients gave, as its schemas put it out; of a change, a part of it. */
type GivenValues<F> = {
  [K in WritableKey<F>]?: F[K] extends Writable<infer G, z.ZodType> ? z.output<G> | undefined : never
}

/** The schema of the record as answers show it. */
export function shownOf<F extends Fields>(fields: F): z.ZodObject<Shown<F>, z.core.$strip> {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, isWritable(field) ? field.shown : field]),
  )
  // The types of Object.entries() do not say which key has which schema.
  return z.object(shape as Shown<F>)
}

/** The schema of what clients give to create a record: strict, a field that it does not name is an error. */
export function givenOf<F extends Fields>(fields: F): z.ZodObject<Given<F>, z.core.$strict> {
  const shape = Object.fromEntries(writableOf(fields).map(([name, { given }]) => [name, given]))
  // The types of Object.entries() do not say which key has which schema.
  return z.strictObject(shape as Given<F>)
}

/** The writable fields of a new record: what was given, and elsewhere what a field is at first. */
export function createdFrom<F extends Fields>(fields: F, given: GivenValues<F>): Values<F> {
  return valuesOf(fields, (name, initial) => given[name as keyof GivenValues<F>] ?? initial)
}

/** The writable fields of a record after a change: null resets a field to what it is at first; what is not given stays. */
export function mergedWith<F extends Fields>(fields: F, current: Values<F>, changes: GivenValues<F>): Values<F> {
  return valuesOf(fields, (name, initial) => {
    const given = changes[name as keyof GivenValues<F>]
    return given === undefined ? current[name as keyof Values<F>] : (given ?? initial)
  })
}

function valuesOf<F extends Fields>(fields: F, chosen: (name: string, initial: unknown) => unknown): Values<F> {
  const values = writableOf(fields).map(([name, { initial = null }]) => [name, chosen(name, initial)])
  // The types of Object.entries() do not say which key has which value.
  return Object.fromEntries(values) as Values<F>
}

/** The names of the fields that clients write. */
export function writableKeys<F extends Fields>(fields: F): WritableKey<F>[] {
  // The entries of an object have its keys.
  return writableOf(fields).map(([name]) => name) as WritableKey<F>[]
}

type WritableEntry = [string, Writable<z.ZodType, z.ZodType>]

/** Worked out once for a record: each write asks. */
const writables = new WeakMap<Fields, WritableEntry[]>()

function writableOf(fields: Fields): WritableEntry[] {
  const known = writables.get(fields)
  if (known) return known
  const entries = Object.entries(fields).flatMap<WritableEntry>(([name, field]) =>
    isWritable(field) ? [[name, field]] : [],
  )
  writables.set(fields, entries)
  return entries
}

function isWritable(field: z.ZodType | Writable<z.ZodType, z.ZodType>): field is Writable<z.ZodType, z.ZodType> {
  return 'given' in field
}
