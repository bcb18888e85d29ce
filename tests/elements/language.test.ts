import { expect } from '@open-wc/testing'
import { afterEach, describe, it } from '../support/elements/suite.ts'
import { patience, until } from '../support/elements/page-parts.ts'
import { contentOf, type Made, openPage, type Subject } from './tag-checks/page.ts'

type Props = Readonly<Record<string, unknown>>
interface Declaration {
  surface: () => Promise<{ readonly default: (props: Props) => unknown }>
}

const token = async () => ({ access_token: 'one', expires_at: Date.now() / 1000 + 600 })
const { tags }: { tags: readonly Subject[] } = await (await fetch('/tests/declared-tags.json')).json()
const subjects = tags.filter(({ isSurface }) => isSurface)
const attributesOf = ({ props }: Subject) =>
  Object.fromEntries(props.flatMap(({ attribute }) => (attribute?.endsWith('-id') ? [[attribute, '1']] : [])))

function put(subject: Subject, attributes: Readonly<Record<string, string>>): Made {
  const element: Made = document.createElement(subject.tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.getToken = token
  document.body.append(element)
  return element
}

describe('language', () => {
  afterEach(() => document.body.replaceChildren())

  for (const subject of subjects)
    it(`${subject.tag} works with an invalid language tag`, async () => {
      await import(subject.script)
      const crashed: unknown[] = []
      const hear = ({ detail }: CustomEvent<{ readonly code: string }>) => {
        if (detail.code === 'crashed') crashed.push(detail)
      }
      document.addEventListener('ad-error', hear as EventListener) // the name selects this event type
      const elements = ['en_US', 'C', 'de_DE', 'en-US-u-nu-arab'].map((locale) => put(subject, { ...attributesOf(subject), locale }))
      for (const element of elements) await until(() => contentOf(element), `the content of ${subject.tag}`)
      document.removeEventListener('ad-error', hear as EventListener) // the same listener
      expect(crashed).to.deep.equal([])
    })

  it('an element that crashed recovers when an attribute changes', async () => {
    const page = await openPage()
    const chart = await until(() => subjects.find(({ tag }) => tag === 'ad-report-chart'))
    await page.load(chart.script)
    const { declaration } = (await page.module(chart.start)) as unknown as { declaration: Declaration } // a start module exports it
    const { surface } = declaration
    declaration.surface = async () => {
      const { default: Shown } = await surface()
      return {
        default: (props: Props) => {
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
    const alert = await until(() => element.shadowRoot?.querySelector('[role=alert]'), 'the alert')
    element.setAttribute('client-id', '1')
    await until(() => !alert.isConnected && contentOf(element), 'another try')
    page.close()
  }).timeout(patience.ms * 3)
})
