import { expect } from '@open-wc/testing'
import '/dist/placard.js'
import { noToken, put, until } from './page-parts.js'

const manifest = await (await fetch('/dist/custom-elements.json')).json()
const tags = manifest.modules.flatMap(({ declarations }) => declarations)
const surfaces = tags.filter(({ members }) => members.some(({ name }) => name === 'linkBase'))
const turn = () => new Promise((resolve) => setTimeout(resolve))

describe('every tag keeps what HTML promises', () => {
  afterEach(() => document.body.replaceChildren())

  for (const { tagName, attributes } of tags) {
    it(`${tagName} is known once it is on the page`, async () => {
      put(tagName, {}, { getToken: noToken })
      await customElements.whenDefined(tagName)
    })

    it(`${tagName}: a property given early is kept`, async () => {
      const early = document.createElement(tagName)
      Object.defineProperty(early, 'locale', { value: 'de', configurable: true, enumerable: true, writable: true })
      document.body.append(early)
      await customElements.whenDefined(tagName)
      await turn()
      expect(early.locale).to.equal('de')
    })

    it(`${tagName}: an attribute that goes is cleared`, async () => {
      const element = put(tagName, { locale: 'de' }, { getToken: noToken })
      await customElements.whenDefined(tagName)
      for (const { name, fieldName, type } of attributes.filter(({ type: { text } }) => text === 'string')) {
        element.setAttribute(name, type.text)
        expect(element[fieldName]).to.equal(type.text)
        element.removeAttribute(name)
        expect(element[fieldName] ?? '').to.equal('')
      }
    })
  }

  for (const { tagName, attributes, events } of surfaces) {
    it(`${tagName}: a bare flag is true, a removed one false, and the property is the attribute`, async () => {
      const element = put(tagName, {}, { getToken: noToken })
      await customElements.whenDefined(tagName)
      for (const { name, fieldName } of attributes.filter(({ type: { text } }) => text === 'boolean')) {
        expect(element[fieldName]).to.equal(false)
        element.setAttribute(name, '')
        expect(element[fieldName]).to.equal(true)
        element[fieldName] = false
        expect(element.hasAttribute(name)).to.equal(false)
      }
    })

    it(`${tagName}: a move keeps what is inside`, async () => {
      const element = put(tagName, {}, { getToken: noToken })
      await until(() => element.shadowRoot?.querySelector('h2, .report'))
      const inner = element.shadowRoot.firstElementChild
      const other = document.createElement('div')
      document.body.append(other)
      other.append(element)
      await turn()
      expect(element.shadowRoot.firstElementChild).to.equal(inner)
    })

    it(`${tagName}: events have the names that are declared`, () => {
      for (const { name } of events) expect(name).to.match(/^ad-[a-z-]+$/)
    })

    it(`${tagName}: two of them do not know each other`, async () => {
      const [one, two] = [
        put(tagName, { locale: 'de' }, { getToken: noToken }),
        put(tagName, { locale: 'ja' }, { getToken: () => noToken() }),
      ]
      const texts = await Promise.all([one, two].map((element) => until(() => element.shadowRoot?.querySelector('h2')?.textContent)))
      expect(texts[0]).to.not.equal(texts[1])
    })
  }
})
