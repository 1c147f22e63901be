import type * as core from '@handrail/core'

type Exported = typeof core
/** What core exports that is an operation. Their types are all that the console takes from it. */
type OperationName = {
  [K in keyof Exported]: Exported[K] extends { name: string; access: string; status: number } ? K : never
}[keyof Exported]

/** The operations by their names in code, as core exports them. */
type Operations = { [K in OperationName]: Exported[K] }
export type Name = keyof Operations & string

export type Input<N extends Name> = core.InputOf<Operations[N]>
export type Output<N extends Name> = core.OutputOf<Operations[N]>
/** The record that an operation answers with under `data`, or one of those. */
export type Data<N extends Name> = Output<N> extends { data: infer D } ? D : never
export type Item<N extends Name> = Data<N> extends readonly (infer D)[] ? D : never

/** The operations that take a file beside their other fields. */
export type FileName = {
  [N in Name]: Input<N> extends { content: AsyncIterable<Uint8Array> } ? N : never
}[Name]
export type FileInput<N extends FileName> = Omit<Input<N>, 'content'>
