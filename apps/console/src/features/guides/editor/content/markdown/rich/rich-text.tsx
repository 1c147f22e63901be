import 'prosemirror-view/style/prosemirror.css'
import { deleteSelection } from 'prosemirror-commands'
import type { Command } from 'prosemirror-state'
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { ActionTexts, TextAction } from '../text-actions.ts'
import { commandOf, describeImage, insertImage, linkTo } from './actions.ts'
import { type ChosenImage, chosenImagePlugin } from './image/chosen-image.ts'
import { ImageLine } from './image/image-line.tsx'
import { type Slash, slashPlugin } from './slash/slash.ts'
import { type BlockAction, type SlashKeys, SlashMenu } from './slash/slash-menu.tsx'
import { openView, type RichView } from './view.ts'

/** The handle for the buttons around the text. */
export interface RichHandle {
  act(action: Exclude<TextAction, 'link'>): void
  link(address: string): void
  insertImage(media: { name: string; url: string }): void
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
  /** Asks for an image to insert at the cursor. */
  onWantImage(): void
  /** Makes the step one with a video; undefined if it has none. */
  onWantVideo: (() => void) | undefined
}

/** A text in Markdown that is written as it looks. */
export function RichText({ handle, label, attributes, value, texts, keptLabel, ...on }: RichTextProps) {
  const { onChange, onFiles, onWantImage, onWantVideo } = on
  const place = useRef<HTMLDivElement>(null)
  const held = useRef<RichView>(undefined)
  const keys = useRef<SlashKeys>(undefined)
  const [slash, setSlash] = useState<Slash>()
  const [image, setImage] = useState<ChosenImage>()
  // The view outlives the props that it was opened with.
  const latest = useRef({ onChange, onFiles })
  latest.current = { onChange, onFiles }

  // The text may become another elsewhere: by undoing, or by somebody else.
  useEffect(() => {
    if (!place.current || held.current?.text() === value) return
    if (held.current) return held.current.become(value)
    held.current = openView(place.current, {
      text: value,
      keptLabel,
      attributes: { 'aria-label': label, ...attributes },
      plugins: [slashPlugin(setSlash, (event) => keys.current?.(event) ?? false), chosenImagePlugin(setImage)],
      onChange: (text) => latest.current.onChange(text),
      onFiles: (files) => latest.current.onFiles(files),
    })
  }, [value, label, attributes, keptLabel])
  useEffect(
    () => () => {
      held.current?.close()
      held.current = undefined
    },
    [],
  )

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
    if (action === 'image') onWantImage()
    else if (action === 'video') onWantVideo?.()
    else act(action)
  }
  // A table takes the focus itself.
  const act = (action: Exclude<TextAction, 'link'>) => run(commandOf(action, texts), action !== 'table')
  useImperativeHandle(handle, () => ({
    act,
    link: (address) => run(linkTo(address)),
    insertImage: (media) => run(insertImage(media)),
  }))

  return (
    <div className="rich-place">
      {image && (
        <ImageLine
          alt={image.alt}
          onDescribe={(alt) => run(describeImage(image.at, alt), false)}
          onRemove={() => run(deleteSelection)}
        />
      )}
      <div ref={place} />
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
