import { z } from 'zod'

/** A field that clients can write: its input schema, its output schema, and its initial value. */
export interface Writable<G extends z.ZodType, S extends z.ZodType> {
  readonly given: G
  readonly shown: S
  readonly initial?: z.output<S>
}

/** The fields of a record in output order; a read-only field has only its schema. */
type Fields = Readonly<Record<string, z.ZodType | Writable<z.ZodType, z.ZodType>>>

/** `writable` requires an initial value if the input may be omitted or null. */
type Plain<G extends z.ZodType, S extends z.ZodType> = z.output<G> extends z.output<S> ? [] : [initial: z.output<S>]

/**
 * A field that clients can write.
 * @param given the input schema, with the description of the field
 * @param shown the output schema
 * @param initial the value if the input is omitted or null; required if `given` allows that and `shown` does not
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
/** The values of the writable fields of a record. */
type Values<F> = { [K in WritableKey<F>]: F[K] extends Writable<z.ZodType, infer S> ? z.output<S> : never }
/** The parsed input of clients; partial for an update. */
type GivenValues<F> = {
  [K in WritableKey<F>]?: F[K] extends Writable<infer G, z.ZodType> ? z.output<G> | undefined : never
}

/** The schema of the record as answers show it. */
export function shownOf<F extends Fields>(fields: F): z.ZodObject<Shown<F>, z.core.$strip> {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, isWritable(field) ? describedAs(field) : field]),
  )
  // The types of Object.entries() do not say which key has which schema.
  return z.object(shape as Shown<F>)
}

/** What answers show of a writable field has the text that is written for its input. */
function describedAs({ given, shown }: Writable<z.ZodType, z.ZodType>): z.ZodType {
  const { reference, description } = given.meta() ?? {}
  const text = shown.meta()?.reference ?? reference ?? description
  return text === undefined ? shown : shown.meta({ reference: text })
}

/** The input schema for creating a record: strict, so unknown fields are errors. */
export function givenOf<F extends Fields>(fields: F): z.ZodObject<Given<F>, z.core.$strict> {
  const shape = Object.fromEntries(writableOf(fields).map(([name, { given }]) => [name, given]))
  // The types of Object.entries() do not say which key has which schema.
  return z.strictObject(shape as Given<F>)
}

/** The writable fields of a new record: the given values, or the initial ones. */
export function createdFrom<F extends Fields>(fields: F, given: GivenValues<F>): Values<F> {
  return valuesOf(fields, (name, initial) => given[name as keyof GivenValues<F>] ?? initial)
}

/** The writable fields of an updated record: null resets a field to its initial value; omitted fields stay. */
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

/** Computed once per record, because each write uses it. */
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
