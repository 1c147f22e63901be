import type * as core from '@handrail/core'

/** The operations by their names in code. Their types are all that the console takes from core. */
type Operations = typeof core.operations
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
