const PRIMITIVES = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean', null: 'null' }

/** A schema of the components, as an exported type. */
export function declaration(name, schema) {
  const type = typeOf(schema, '')
  return type.startsWith('{') && !(schema.anyOf ?? schema.oneOf)
    ? `export interface ${name} ${type}`
    : `export type ${name} = ${type}`
}

/** The TypeScript type of a JSON schema, as our document uses them. @throws on what it does not use */
export function typeOf(schema, indent = '  ') {
  const { $ref, enum: values, anyOf, oneOf, allOf, type, items } = schema
  if ($ref) return $ref.split('/').at(-1)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (anyOf ?? oneOf) return [...new Set((anyOf ?? oneOf).map((one) => typeOf(one, indent)))].join(' | ')
  if (allOf) return allOf.map((one) => typeOf(one, indent)).join(' & ')
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, indent)).join(' | ')
  if (type === 'array') return `Array<${typeOf(items, indent)}>`
  if (type === 'object') return objectType(schema, indent)
  if (type === undefined) return 'unknown'
  if (!PRIMITIVES[type]) throw new Error(`No type for ${JSON.stringify(schema)}`)
  return PRIMITIVES[type]
}

function objectType({ properties, required = [], additionalProperties }, indent) {
  if (!properties)
    return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'}>`
  const inner = `${indent}  `
  // What is sent back as it was read is ignored.
  const written = Object.entries(properties).filter(([, { readOnly }]) => !readOnly)
  const lines = written.map(([name, schema]) => {
    const { description = '', deprecated } = schema
    const said = deprecated ? deprecation(description) : description
    const comment = said ? `${inner}/** ${said.replaceAll('*/', '* /')} */\n` : ''
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
    const optional = required.includes(name) ? '' : '?'
    return `${comment}${inner}${key}${optional}: ${typeOf(schema, inner)}${optional && ' | undefined'}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

/** The JSDoc tag for a text of the document that begins with `Deprecated`. */
export function deprecation(text) {
  return text.replace(/^Deprecated /, '@deprecated ')
}
