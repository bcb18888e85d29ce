import { expect } from '@open-wc/testing'
import { patience, put, until } from './page-parts.js'
import { openPage } from './walk/page.js'

const token = async () => ({ access_token: 'one', expires_at: Date.now() / 1000 + 600 })
const subjects = (await (await fetch('/tests/declared-tags.json')).json()).tags.filter(({ isSurface }) => isSurface)
const contentIn = ({ shadowRoot }) =>
  shadowRoot && !shadowRoot.querySelector('.waiting') && shadowRoot.querySelector('h1, h2, h3, h4, [role=alert], main')
const attributesOf = ({ props }) =>
  Object.fromEntries(props.filter(({ attribute }) => attribute?.endsWith('-id')).map(({ attribute }) => [attribute, '1']))

describe('language', () => {
  afterEach(() => document.body.replaceChildren())

  for (const subject of subjects)
    it(`language: ${subject.tag} works with what is no language tag`, async () => {
      await import(subject.script)
      const crashed = []
      const hear = ({ detail }) => detail.code === 'crashed' && crashed.push(detail)
      document.addEventListener('ad-error', hear)
      const elements = ['en_US', 'C', 'de_DE', 'en-US-u-nu-arab'].map((locale) =>
        put(subject.tag, { ...attributesOf(subject), locale }, { getToken: token }),
      )
      for (const element of elements) await until(() => contentIn(element), `the content of ${subject.tag}`)
      document.removeEventListener('ad-error', hear)
      expect(crashed).to.deep.equal([])
    })

  it('language: an element that broke comes back when an attribute changes', async () => {
    const page = await openPage()
    const { start, script } = subjects.find(({ tag }) => tag === 'ad-report-chart')
    await page.load(script)
    const { declaration } = await page.module(start)
    const { surface } = declaration
    declaration.surface = async () => {
      const { default: Shown } = await surface()
      return {
        default: (props) => {
          if (props.clientId === '13') throw new page.window.Error('thrown on purpose')
          return Shown(props)
        },
      }
    }
    const element = page.document.createElement('ad-report-chart')
    element.setAttribute('client-id', '13')
    element.getToken = token
    const crashed = new Promise((resolve) => {
      page.document.addEventListener('ad-error', ({ detail }) => detail.code === 'crashed' && resolve(detail))
    })
    page.document.body.append(element)
    await crashed
    const alert = await until(() => element.shadowRoot.querySelector('[role=alert]'), 'the alert')
    element.setAttribute('client-id', '1')
    await until(() => !alert.isConnected && contentIn(element), 'another try')
    page.close()
  }).timeout(patience.ms * 3)
})
