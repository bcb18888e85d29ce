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
function setAttributes(node: HTMLElement, attributes: TagProps['attributes'] = {}, previous: TagProps['attributes'] = {}) {
  for (const name of Object.keys({ ...previous, ...attributes })) {
    const value = attributes[name]
    if (value === previous[name]) continue
    if (value === undefined) node.removeAttribute(name)
    else if (node.getAttribute(name) !== value) node.setAttribute(name, value)
  }
}

/** Set directly on the node, because React drops functions on elements that are not defined yet. */
function setProperties(node: HTMLElement, properties: TagProps['properties'] = {}) {
  for (const [name, value] of Object.entries(properties)) if (Reflect.get(node, name) !== value) Reflect.set(node, name, value)
}

/** Adds one listener per event type, which calls the latest handler. */
function listen(node: HTMLElement, latest: { readonly current: TagProps }) {
  const heardTypes = new Set<string>()
  return () => {
    for (const type of Object.keys(latest.current.events ?? {})) {
      if (heardTypes.has(type)) continue
      heardTypes.add(type)
      node.addEventListener(type, (event) => event instanceof CustomEvent && latest.current.events?.[type]?.(event))
    }
  }
}

/** Renders a custom element, ours or a partner's. */
export function Tag(props: TagProps) {
  const { tag, attributes, properties } = props
  const container = useRef<HTMLDivElement>(null)
  const created = useRef<{ node: HTMLElement; attributes: TagProps['attributes']; listenToNew: () => void }>(undefined)
  const latest = useRef(props)
  latest.current = props
  useLayoutEffect(() => {
    const node = document.createElement(tag)
    const latestProps = latest.current
    setAttributes(node, latestProps.attributes)
    setProperties(node, latestProps.properties)
    const listenToNew = listen(node, latest)
    listenToNew()
    created.current = { node, attributes: latestProps.attributes, listenToNew }
    container.current?.append(node)
    return () => {
      created.current = undefined
      node.remove()
    }
  }, [tag])
  useLayoutEffect(() => {
    const existing = created.current
    if (!existing) return
    setProperties(existing.node, properties)
    setAttributes(existing.node, attributes, existing.attributes)
    existing.attributes = attributes
    existing.listenToNew()
  })
  return <div ref={container} className="tag-place" />
}
