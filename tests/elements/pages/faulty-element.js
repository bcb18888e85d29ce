// A small element that keeps every rule of the walk except the one named in its address, so that each check is proven to fail.
const fault = new URL(import.meta.url).searchParams.get('fault')
const is = (name) => fault === name
const has = (name) => !is(`no-${name}`)

export const declaration = {
  surface: async () => ({ default: ({ locale }) => (locale === 'de' ? 'Alles, was es gibt' : 'Everything there is') }),
}

const sheet = new CSSStyleSheet()
sheet.replaceSync(`
:host{display:block;position:relative;min-height:${has('place') ? 100 : 10}px;color-scheme:light;--ad-text:${is('pale') ? '#ccc' : '#222'};background:#fff}
:host([theme=dark]){color-scheme:dark;${has('dark') ? `--ad-text:${is('dim') ? '#444' : '#ddd'};background:#111` : ''}}
.wide{${is('left') ? 'position:absolute;left:-3000px;width:3500px' : ''}}
h2{color:var(--ad-text)} p,button{color:inherit}`)

if (is('page-listener')) window.addEventListener('hashchange', () => undefined)

const texts = { clientId: 'client-id', locale: 'locale', theme: 'theme', pageSize: 'page-size' }
const lasting = []
const kept = new Map()

class FaultyElement extends HTMLElement {
  static observedAttributes = [...Object.values(texts), 'readonly']
  #given = {}
  #tokens = new CSSStyleSheet()
  #ends = []
  #attempt = 0

  constructor() {
    super()
    this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet, this.#tokens]
  }

  connectedCallback() {
    if (has('early')) this.#takeEarly()
    if (is('move')) this.shadowRoot.replaceChildren()
    if (this.shadowRoot.childElementCount === 0) this.#begin()
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return
      for (const end of this.#ends.splice(0)) end()
      this.shadowRoot.replaceChildren()
    })
  }

  attributeChangedCallback(name, _, value) {
    const field = Object.keys(texts).find((each) => texts[each] === name)
    if (value === null && is('stale')) return
    if (field) this.#given[field] = value ?? undefined
    if (name === 'locale' && this.shadowRoot.childElementCount > 0) void this.#draw()
    if (name === 'theme' && is('theme-anew')) void this.#draw(true)
  }

  #takeEarly() {
    for (const name of [...Object.keys(texts), 'readonly', 'getToken', 'themeTokens']) {
      const early = Object.getOwnPropertyDescriptor(this, name)
      if (!early) continue
      delete this[name]
      this[name] = early.value
    }
  }

  #begin() {
    const waiting = document.createElement('div')
    waiting.className = 'waiting'
    if (has('waiting')) this.shadowRoot.replaceChildren(waiting)
    this.#work()
    if (is('style')) document.head.append(Object.assign(document.createElement('style'), { textContent: 'b{color:red}' }))
    if (is('html')) waiting.innerHTML = '<b></b>'
    setTimeout(async () => {
      if (!has('content') || !this.isConnected) return
      await this.#draw(true)
      if (has('ready')) this.#tell('ad-ready', {})
    }, 100)
  }

  /** Work while the element is connected; each part ends on disconnect, except the faulty one. */
  #work() {
    const ending = new AbortController()
    window.addEventListener('resize', () => this.#tell('ad-resized', {}), has('listener-end') ? { signal: ending.signal } : {})
    const interval = setInterval(() => undefined, 50_000)
    const observer = new ResizeObserver(() => undefined)
    observer.observe(document.body)
    const { port1 } = new MessageChannel()
    if (this.getToken) this.getToken().then(() => fetch('/v1/things', { headers: { Authorization: 'Bearer never-answered' }, ...(has('request-end') && { signal: ending.signal }) }), () => undefined).catch(() => undefined) // biome-ignore format: one wish reads as one line
    if (is('heap')) lasting.push(new Array(50_000).fill(this))
    if (is('node')) document.body.parentElement.append(document.createElement('template'))
    this.#ends.push(
      () => ending.abort(),
      () => has('interval-end') && clearInterval(interval),
      () => has('observer-end') && observer.disconnect(),
      () => has('port-end') && port1.close(),
    )
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }))
  }

  async #draw(isAnew = is('language-anew')) {
    const attempt = ++this.#attempt
    const shared = kept.get('locale')
    kept.set('locale', this.locale)
    try {
      const { default: Surface } = await declaration.surface()
      const text = Surface({ locale: is('shared') ? (shared ?? this.locale) : is('one-language') ? '' : this.locale })
      if (attempt === this.#attempt && this.isConnected) this.#fill(text, isAnew)
    } catch (error) {
      if (has('boundary')) this.#fail(error)
    }
  }

  #fill(text, isAnew) {
    const { shadowRoot } = this
    const heading = shadowRoot.querySelector('h2')
    if (heading && !isAnew) return heading.replaceChildren(text)
    const box = document.createElement('div')
    const parts = ['h2', 'p', 'button'].map((name) => Object.assign(document.createElement(name), { textContent: text }))
    if (is('unnamed')) parts[2].textContent = ''
    parts[1].className = 'wide'
    box.append(...parts)
    shadowRoot.replaceChildren(box)
  }

  #fail(error) {
    const [alert, retry] = [document.createElement('div'), document.createElement('button')]
    alert.role = 'alert'
    if (has('state')) alert.dataset.state = 'crashed'
    alert.textContent = has('reason') ? `This does not work any more: ${error.message}.` : ''
    retry.textContent = 'Again'
    retry.onclick = () => !is('dead-retry') && this.#draw(true)
    if (has('retry')) alert.append(retry)
    this.shadowRoot.replaceChildren(alert)
    if (has('telling')) this.#tell('ad-error', { code: 'crashed', retryable: true })
    if (is('sibling'))
      for (const other of document.querySelectorAll(this.localName)) other.shadowRoot.replaceChildren(alert.cloneNode(true))
  }

  get themeTokens() {
    return this.#given.themeTokens
  }
  set themeTokens(tokens) {
    this.#given.themeTokens = tokens
    if (is('token-stays') && !tokens) return
    this.#tokens.replaceSync(tokens && has('tokens') ? `:host([theme]){--ad-text:${tokens.text}}` : '')
  }
  get getToken() {
    return this.#given.getToken
  }
  set getToken(ask) {
    this.#given.getToken = ask
  }
  get readonly() {
    return has('bare') ? this.hasAttribute('readonly') : this.getAttribute('readonly') === 'true'
  }
  set readonly(isOn) {
    if (has('flag-written')) this.toggleAttribute('readonly', Boolean(isOn))
  }
}

for (const [name, attribute] of Object.entries(texts))
  Object.defineProperty(FaultyElement.prototype, name, {
    get() {
      return this.getAttribute(attribute) ?? (is('stale') ? 'de' : undefined)
    },
    set(value) {
      this.setAttribute(attribute, String(value))
    },
  })

customElements.define('faulty-element', FaultyElement)
