import { NodeSelection, Plugin } from 'prosemirror-state'

/** The selected image, and its position. */
export interface ChosenImage {
  at: number
  alt: string
}

/** Reports the selected image. */
export function chosenImagePlugin(onImage: (image: ChosenImage | undefined) => void): Plugin {
  return new Plugin({
    view: () => ({
      update: ({ state: { selection } }) => {
        const isImage = selection instanceof NodeSelection && selection.node.type.name === 'image'
        onImage(isImage ? { at: selection.from, alt: String(selection.node.attrs.alt ?? '') } : undefined)
      },
      destroy: () => onImage(undefined),
    }),
  })
}
