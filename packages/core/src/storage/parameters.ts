import { is, Param, Placeholder } from 'drizzle-orm'

type Values = Record<string, unknown>

/** As drizzle's `fillPlaceholders`, which looks at each parameter anew at every call. */
export function compileParameters(params: unknown[]): (values: Values) => unknown[] {
  const readers = params.map((param) => {
    if (is(param, Placeholder)) return (values: Values) => valueIn(values, param.name)
    if (!is(param, Param) || !is(param.value, Placeholder)) return () => param
    const { encoder, value } = param
    return (values: Values) => encoder.mapToDriverValue(valueIn(values, value.name))
  })
  return (values) => readers.map((read) => read(values))
}

function valueIn(values: Values, name: string): unknown {
  const value = values[name]
  if (value === undefined && !(name in values)) throw new Error(`No value for placeholder "${name}" was provided`)
  return value
}
