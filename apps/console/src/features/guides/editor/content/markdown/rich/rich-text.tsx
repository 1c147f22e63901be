import 'prosemirror-view/style/prosemirror.css'
import { deleteSelection } from 'prosemirror-commands'
import type { Command, Plugin } from 'prosemirror-state'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ActionTexts, Format, TextAction } from '../text-actions.ts'
import { commandOf, describeImage, insertImage, linkTo, replaceImage } from './actions.ts'
import { formatPlugin } from './format.ts'
import { type ChosenImage, chosenImagePlugin } from './image/chosen-image.ts'
import { ImageBar } from './image/image-bar.tsx'
import { type Slash, slashPlugin } from './slash/slash.ts'
import { type BlockAction, type SlashKeys, SlashMenu } from './slash/slash-menu.tsx'
import { openView, type RichView } from './view.ts'

/** The handle for the buttons around the text. */
export interface RichHandle {
  act(action: Exclude<TextAction, 'link'>): void
  link(address: string): void
  /** @param replaces whether it is shown in place of the selected image */
  insertImage(media: { name: string; url: string }, replaces: boolean): void
}

interface RichTextProps {
  handle: RefObject<RichHandle | null>
  label: string
  /** Attributes that describe the field, like those of an input. */
  attributes: Record<string, string>
  value: string
  onChange(value: string): void
  /** @returns whether it takes them */
  onFiles(files: FileList): boolean
  texts: ActionTexts
  /** The label of a block that is edited as Markdown. */
  keptLabel: string
  onFormat(format: Format): void
  /** Asks for an image to insert at the cursor, or in place of the selected one. */
  onWantImage(replaces: boolean): void
  /** Makes the step one with a video; undefined if it has none. */
  onWantVideo: (() => void) | undefined
}

/** A text in Markdown that is written as it looks. */
export function RichText({ handle, label, attributes, value, texts, keptLabel, ...on }: RichTextProps) {
  const { onChange, onFiles, onFormat, onWantImage, onWantVideo } = on
  const place = useRef<HTMLDivElement>(null)
  const keys = useRef<SlashKeys>(undefined)
  const [slash, setSlash] = useState<Slash>()
  const [image, setImage] = useState<ChosenImage>()
  const [plugins] = useState(() => [
    slashPlugin(setSlash, (event) => keys.current?.(event) ?? false),
    chosenImagePlugin(setImage),
  ])
  const held = useRichView(place, { label, attributes, value, keptLabel, plugins, onChange, onFiles, onFormat })

  function run(command: Command, takesFocus = true): void {
    const view = held.current?.view
    if (!view) return
    command(view.state, view.dispatch, view)
    if (takesFocus) view.focus()
  }
  function choose(action: BlockAction, { from, to }: Slash): void {
    run((state, dispatch) => {
      dispatch?.(state.tr.delete(from, to))
      return true
    })
    if (action === 'image') onWantImage(false)
    else if (action === 'video') onWantVideo?.()
    else act(action)
  }
  // A table takes the focus itself.
  const act = (action: Exclude<TextAction, 'link'>) => run(commandOf(action, texts), action !== 'table')
  useImperativeHandle(handle, () => ({
    act,
    link: (address) => run(linkTo(address)),
    insertImage: (media, replaces) => run(replaces ? replaceImage(media) : insertImage(media)),
  }))

  return (
    <div className="rich-place">
      <div ref={place} />
      {image && held.current && (
        <ImageBar
          key={image.at}
          image={image}
          view={held.current.view}
          onReplace={() => onWantImage(true)}
          onDescribe={(alt) => run(describeImage(image.at, alt), false)}
          onRemove={() => run(deleteSelection)}
        />
      )}
      {slash && held.current && (
        <SlashMenu
          slash={slash}
          view={held.current.view}
          keys={keys}
          hasVideo={onWantVideo !== undefined}
          onChoose={(action) => choose(action, slash)}
          onClose={() => setSlash(undefined)}
        />
      )}
    </div>
  )
}

interface ViewOptions extends Pick<RichTextProps, 'label' | 'attributes' | 'value' | 'keptLabel'> {
  plugins: readonly Plugin[]
  onChange(value: string): void
  onFiles(files: FileList): boolean
  onFormat(format: Format): void
}

/** The view of a text, which outlives the props that it was opened with. */
function useRichView(place: RefObject<HTMLDivElement | null>, options: ViewOptions): RefObject<RichView | undefined> {
  const { label, attributes, value, keptLabel, plugins, ...on } = options
  const held = useRef<RichView>(undefined)
  const latest = useRef(on)
  latest.current = on
  // The text may become another elsewhere: by undoing, or by somebody else.
  useEffect(() => {
    if (!place.current || held.current?.text() === value) return
    if (held.current) return held.current.become(value)
    held.current = openView(place.current, {
      text: value,
      keptLabel,
      attributes: { 'aria-label': label, ...attributes },
      plugins: [...plugins, formatPlugin((format) => latest.current.onFormat(format))],
      onChange: (text) => latest.current.onChange(text),
      onFiles: (files) => latest.current.onFiles(files),
    })
  }, [place, value, label, attributes, keptLabel, plugins])
  useEffect(
    () => () => {
      held.current?.close()
      held.current = undefined
    },
    [],
  )
  return held
}
