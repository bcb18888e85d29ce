// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test } from 'vitest'
import { Tag } from '../../src/parts/navigation/tag.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
let draw: (tag: React.ReactNode) => Promise<void>
let parent: HTMLElement
beforeEach(() => {
  parent = document.createElement('div')
  document.body.replaceChildren(parent)
  const root = createRoot(parent)
  draw = async (tag) => act(async () => root.render(tag))
})
const node = () => parent.querySelector<HTMLElement>('[data-x], ad-one, ad-two')

test('an element gets attributes and properties before it is attached, and later updates', async () => {
  const seen: unknown[] = []
  customElements.define(
    'ad-one',
    class extends HTMLElement {
      give: unknown
      connectedCallback() {
        seen.push([this.getAttribute('path'), this.give])
      }
    },
  )
  const give = () => 1
  const other = () => 2
  await draw(<Tag tag="ad-one" attributes={{ path: 'a', flag: '' }} properties={{ give }} />)
  expect(seen).toEqual([['a', give]])
  const first = node()
  await draw(<Tag tag="ad-one" attributes={{ path: 'b', flag: undefined }} properties={{ give: other }} />)
  expect(node()).toBe(first)
  expect([first?.getAttribute('path'), first?.hasAttribute('flag'), first && Reflect.get(first, 'give')]).toEqual(['b', false, other])
  await draw(<Tag tag="ad-one" />)
  expect(first?.hasAttribute('path')).toBe(false)
})

test('an element that is not defined yet keeps its properties', async () => {
  const give = () => 1
  await draw(<Tag tag="ad-two" properties={{ give }} />)
  const made = node()
  expect(made && Reflect.get(made, 'give')).toBe(give)
})

test('an event calls the current listener, and none after removal', async () => {
  const events: string[] = []
  const hears = (name: string) => ({ 'ad-said': ({ detail }: CustomEvent<unknown>) => void events.push(`${name} ${detail}`) })
  await draw(<Tag tag="ad-two" events={hears('one')} />)
  const made = node()
  const say = (detail: string) => made?.dispatchEvent(new CustomEvent('ad-said', { detail }))
  say('1')
  await draw(<Tag tag="ad-two" events={hears('two')} />)
  say('2')
  await draw(<Tag tag="ad-two" />)
  say('3')
  await draw(null)
  expect(events).toEqual(['one 1', 'two 2'])
  expect(made?.isConnected).toBe(false)
})

test('another tag renders another node', async () => {
  await draw(<Tag tag="ad-one" />)
  const first = node()
  await draw(<Tag tag="ad-two" />)
  expect([node()?.localName, first?.isConnected]).toEqual(['ad-two', false])
})

test('an element that has navigated is not reset by a render with an unchanged path', async () => {
  await draw(<Tag tag="ad-two" attributes={{ path: undefined, locale: 'de' }} />)
  node()?.setAttribute('path', 'on')
  await draw(<Tag tag="ad-two" attributes={{ path: undefined, locale: 'ja' }} />)
  expect([node()?.getAttribute('path'), node()?.getAttribute('locale')]).toEqual(['on', 'ja'])
  await draw(<Tag tag="ad-two" attributes={{ path: 'on', locale: 'ja' }} />)
  await draw(<Tag tag="ad-two" attributes={{ path: undefined, locale: 'ja' }} />)
  expect(node()?.hasAttribute('path')).toBe(false)
})
