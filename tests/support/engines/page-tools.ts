/** Compilers that keep names wrap functions in `__name`, which a page does not define. */
export const inPage = (expression: string) => `((__name) => ${expression})((named) => named)`

declare global {
  interface Window {
    /** The text of the page at the last check. */
    engineText?: string
  }
}

/** The roles by which a test finds things on a page. */
export type Role = 'button' | 'link' | 'field' | 'checkbox' | 'radio' | 'option' | 'tab' | 'menuitem' | 'heading' | 'dialog'

/** An accessible name: the full name, or the source of a regular expression. */
export type Name = string | { readonly pattern: string }

/**
 * Functions that run inside the page: they find things by role and name, through shadow roots. They are sent as text, so they must not use
 * anything from outside.
 */
export const makePageTools = () => {
  const selectors: Readonly<Record<string, string>> = {
    button: 'button, [role=button], input[type=submit]',
    link: 'a[href]',
    field:
      'input:not([type=hidden], [type=checkbox], [type=radio]), textarea, select, [role=combobox], button[aria-haspopup=listbox], button[aria-haspopup=dialog]',
    checkbox: 'input[type=checkbox], [role=checkbox]',
    radio: 'input[type=radio], [role=radio]',
    option: '[role=option]',
    tab: '[role=tab]',
    menuitem: '[role=menuitem], [role=menuitemradio]',
    heading: 'h1, h2, h3, h4',
    dialog: 'dialog[open], [role=dialog]',
  }
  const all = (selector: string, within: ParentNode = document): HTMLElement[] =>
    [...within.querySelectorAll<HTMLElement>('*')].flatMap((node) => [
      ...(node.matches(selector) ? [node] : []),
      ...(node.shadowRoot ? all(selector, node.shadowRoot) : []),
    ])
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const nameOf = (node: HTMLElement) => {
    const root = node.getRootNode()
    const labelled = (node.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    const byId = (id: string) => (root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id)?.textContent : '')
    const labels = 'labels' in node && node.labels instanceof NodeList ? [...node.labels] : []
    return clean(
      labelled.map(byId).join(' ') ||
        node.getAttribute('aria-label') ||
        labels.map(({ textContent }) => textContent).join(' ') ||
        (node instanceof HTMLInputElement ? node.value : node.textContent),
    )
  }
  const isNamed = (node: HTMLElement, name: Name) =>
    typeof name === 'string' ? nameOf(node) === name : new RegExp(name.pattern).test(nameOf(node))
  const isShown = (node: HTMLElement) =>
    node.checkVisibility({ visibilityProperty: true }) || (node instanceof HTMLInputElement && /checkbox|radio/.test(node.type))
  const find = (role: Role, name: Name) => all(selectors[role] ?? '').filter((node) => isShown(node) && isNamed(node, name))
  /** Replaces the value of a field and leaves it, as a user does. */
  const fill = (node: HTMLElement, text: string) => {
    const kind = node instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    node.focus()
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(node, text)
    for (const type of ['input', 'change']) node.dispatchEvent(new Event(type, { bubbles: true, composed: true }))
    node.blur()
  }
  const press = (node: HTMLElement) => {
    node.scrollIntoView({ block: 'center' })
    node.focus()
    for (const type of ['pointerdown', 'pointerup'])
      node.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true, cancelable: true, pointerType: 'mouse', button: 0 }))
    node.click()
  }
  const hostOf = (node: Node) => {
    const root = node.getRootNode()
    return root instanceof ShadowRoot ? root.host.localName : ''
  }
  const waiting = '.waiting:not([data-state])'
  /** Whether an element of ours is upgraded and shows more than its skeleton. */
  const isFilled = ({ localName, shadowRoot }: Element) =>
    customElements.get(localName) !== undefined &&
    shadowRoot !== null &&
    !shadowRoot.querySelector(waiting) &&
    shadowRoot.querySelector('h1, h2, h3, h4, [role=alert], iframe, button, a') !== null
  /** Whether nothing is loading and the page has not changed since the last check. */
  const isAtRest = () => {
    // The gallery shows skeletons on purpose.
    const isLoading = all(`${waiting}, .console-waiting, .skeleton, .skeleton-block, [aria-busy=true]`).some(
      (node) => node.checkVisibility() && hostOf(node) !== 'ad-gallery',
    )
    const texts = all('h1, h2, h3, h4, [role=alert], a, button, td, dd').map(({ textContent }) => clean(textContent))
    const now = JSON.stringify([location.href, texts])
    const isCalm = window.engineText === now
    window.engineText = now
    return isCalm && !isLoading && texts.length > 0
  }
  return { all, clean, nameOf, find, fill, press, hostOf, isFilled, isAtRest }
}
export type PageTools = ReturnType<typeof makePageTools>
