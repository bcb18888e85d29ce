import { useLayoutEffect, useRef } from 'react'

interface TagProps {
  /** Tag name; a new name creates a new node. */
  readonly tag: string
  /** An empty string sets a bare attribute; undefined removes the attribute. */
  readonly attributes?: Readonly<Record<string, string | undefined>>
  readonly properties?: Readonly<Record<string, unknown>>
  readonly events?: Readonly<Record<string, (event: CustomEvent<unknown>) => void>>
}

/** Skips unchanged attributes: the element may have changed them itself, and the parent learns about it later. */
function setAttributes(node: HTMLElement, attributes: TagProps['attributes'] = {}, before: TagProps['attributes'] = {}) {
  for (const name of Object.keys({ ...before, ...attributes })) {
    const value = attributes[name]
    if (value === before[name]) continue
    if (value === undefined) node.removeAttribute(name)
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value)
  }
}

/** Set directly on the node, because React drops functions on elements that are not defined yet. */
function setProperties(node: HTMLElement, properties: TagProps['properties'] = {}) {
  for (const [name, value] of Object.entries(properties)) if (Reflect.get(node, name) !== value) Reflect.set(node, name, value)
}

/** Adds one listener per event type, which calls the latest handler. */
function listen(node: HTMLElement, now: { readonly current: TagProps }) {
  const heard = new Set<string>()
  return () => {
    for (const type of Object.keys(now.current.events ?? {})) {
      if (heard.has(type)) continue
      heard.add(type)
      node.addEventListener(type, (event) => event instanceof CustomEvent && now.current.events?.[type]?.(event))
    }
  }
}

/** Renders a custom element, ours or a partner's. */
export function Tag(props: TagProps) {
  const { tag, attributes, properties } = props
  const place = useRef<HTMLDivElement>(null)
  const made = useRef<{ node: HTMLElement; attributes: TagProps['attributes']; hear: () => void }>(undefined)
  const now = useRef(props)
  now.current = props
  useLayoutEffect(() => {
    const node = document.createElement(tag)
    const given = now.current
    setAttributes(node, given.attributes)
    setProperties(node, given.properties)
    const hear = listen(node, now)
    hear()
    made.current = { node, attributes: given.attributes, hear }
    place.current?.append(node)
    return () => {
      made.current = undefined
      node.remove()
    }
  }, [tag])
  useLayoutEffect(() => {
    const held = made.current
    if (!held) return
    setProperties(held.node, properties)
    setAttributes(held.node, attributes, held.attributes)
    held.attributes = attributes
    held.hear()
  })
  return <div ref={place} className="tag-place" />
}
