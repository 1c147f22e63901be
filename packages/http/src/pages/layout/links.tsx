import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { CSRF_FIELD } from '../visit/session.ts'
import { RenderContext } from './render-context.ts'

interface LinkProps {
  to: string
  class?: string
  'aria-current'?: 'page' | undefined
  children: ComponentChildren
}

/** A link to a page of this instance. */
export function Link({ to, children, ...attributes }: LinkProps) {
  const { base } = useContext(RenderContext)
  return (
    <a href={`${base}${to}`} {...attributes}>
      {children}
    </a>
  )
}

interface FormProps {
  action: string
  class?: string
  'aria-label'?: string
  children: ComponentChildren
}

/** A form for a page of this instance, with the CSRF token of the session if there is one. */
export function Form({ action, children, ...attributes }: FormProps) {
  const { base, csrf } = useContext(RenderContext)
  return (
    <form method="post" action={`${base}${action}`} {...attributes}>
      {csrf !== undefined && <input type="hidden" name={CSRF_FIELD} value={csrf} />}
      {children}
    </form>
  )
}
