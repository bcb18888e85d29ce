import { expect as expectValue } from '@open-wc/testing'
import { executeServerCommand } from '@web/test-runner-commands'
import type { Locator, Page, expect as playwrightExpect } from 'playwright/test'
import type { Reply, Order, Sent, Step } from './person-wire.ts'

/** Members that return another object immediately; every other call is an asynchronous action. */
const leading = new Set('and filter first frameLocator last locator nth or'.split(' '))
const isLeading = (name: string) => leading.has(name) || name.startsWith('getBy')
const properties = new Set(['clock', 'keyboard', 'mouse'])

const recordedSteps = new WeakMap<object, readonly Step[]>()

const stepsOf = (recorded: object) => {
  const steps = recordedSteps.get(recorded)
  if (!steps) throw new Error('Only locators that begin with `person` can be used here')
  return steps
}

function sent(value: unknown): Sent {
  if (typeof value === 'function') return { code: String(value) }
  if (typeof value !== 'object' || value === null) return { plain: value }
  const steps = recordedSteps.get(value)
  if (steps) return { steps }
  if (value instanceof RegExp) return { regex: [value.source, value.flags] }
  if (value instanceof Uint8Array) return { base64: btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join('')) }
  if (Array.isArray(value)) return { list: value.map(sent) }
  return { fields: Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sent(each)])) }
}

async function carryOut(order: Order): Promise<unknown> {
  const result = await executeServerCommand<Reply, Order>('person', order)
  if ('problem' in result) throw new Error(result.problem)
  return result.value
}

/** Records each step; the first action sends all of them. */
function recorded(steps: readonly Step[]): object {
  const proxy = new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name === 'symbol' || name === 'then' || name === 'toJSON') return undefined
        if (properties.has(name)) return recorded([...steps, { name }])
        return (...args: readonly unknown[]) => {
          const next = [...steps, { name, args: args.map(sent) }]
          return isLeading(name) ? recorded(next) : carryOut({ act: next })
        }
      },
    },
  )
  recordedSteps.set(proxy, steps)
  return proxy
}

/** The members of Playwright's page that need no handle on the other side. */
type Person = Pick<
  Page,
  | 'clock'
  | 'emulateMedia'
  | 'getByLabel'
  | 'getByRole'
  | 'getByText'
  | 'getByTitle'
  | 'getByPlaceholder'
  | 'keyboard'
  | 'locator'
  | 'mouse'
  | 'route'
  | 'setViewportSize'
  | 'unroute'
>

/** The user of the page that this test runs in: Playwright's own page with its keyboard, pointer and locators. */
export const person = recorded([]) as Person // every member is the real page's, called on the other side

type Judged = ReturnType<typeof playwrightExpect<Locator>>

const judging = (target: object, isNot = false): object =>
  new Proxy(
    {},
    {
      get(_, matcher) {
        if (typeof matcher === 'symbol' || matcher === 'then') return undefined
        if (matcher === 'not') return judging(target, true)
        return (...args: readonly unknown[]) => carryOut({ expect: stepsOf(target), matcher, isNot, args: args.map(sent) })
      },
    },
  )

/** Checks locators with Playwright's retrying assertions, and other values with Chai's. */
export function expect(found: Locator): Judged
export function expect(value: unknown, message?: string): Chai.Assertion
export function expect(value: unknown, message?: string): unknown {
  const isFound = typeof value === 'object' && value !== null && recordedSteps.has(value)
  return isFound ? judging(value) : expectValue(value, message)
}

/** Presses keys in turn. */
export async function press(...keys: readonly string[]) {
  for (const key of keys) await person.keyboard.press(key)
}

/** The element of a locator, in this page. */
async function elementOf(target: Locator): Promise<Element> {
  const found = new Promise<Element>(
    (resolve) => window.addEventListener('found', (event) => resolve(event.composedPath()[0] as Element), { once: true }), // dispatched on it
  )
  await target.evaluate((node) => node.dispatchEvent(new Event('found', { bubbles: true, composed: true })))
  return found
}

/** Presses Tab until the target has the focus. Finding an element by its role takes longer than a key, so it is found once. */
export async function tabTo(target: Locator, maxPresses = 80) {
  let node = await elementOf(target)
  for (let pressed = 0; pressed < maxPresses && !node.matches(':focus'); pressed += 1) {
    await person.keyboard.press('Tab')
    if (!node.isConnected) node = await elementOf(target)
  }
  await expect(target).toBeFocused()
}

/** Presses a button that opens a file chooser, and chooses files. */
export const chooseFiles = (button: Locator, files: readonly { name: string; mimeType: string; buffer: Uint8Array }[]) =>
  carryOut({ choose: stepsOf(button), files: sent(files) })

/** Presses a control that saves a file; returns the file's text. */
export const savedBy = async (target: Locator) => String(await carryOut({ save: stepsOf(target) }))
