import { readFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Locator, Page } from 'playwright/test'
import { judge } from '../browser/expect.ts'
import type { Reply, Order, Sent, Step } from './person-wire.ts'

/** The time limit of an assertion. */
const expectMs = 10_000

type Assertion = Extract<Order, { matcher: string }>

interface Command {
  readonly command: string
  readonly payload?: unknown
  readonly session: { readonly id: string; readonly browser: unknown }
}

function received(page: Page, sent: Sent): unknown {
  if ('plain' in sent) return sent.plain
  if ('regex' in sent) return new RegExp(...sent.regex)
  if ('base64' in sent) return Buffer.from(sent.base64, 'base64')
  // Playwright sends the function's text back to the page.
  if ('code' in sent) return new Function(`return (${sent.code})`)()
  if ('steps' in sent) return walk(page, sent.steps)
  if ('list' in sent) return sent.list.map((each) => received(page, each))
  return Object.fromEntries(Object.entries(sent.fields).map(([name, each]) => [name, received(page, each)]))
}

/** Applies the steps in order, starting at the page. */
const walk = (page: Page, steps: readonly Step[]): unknown =>
  steps.reduce((at: unknown, { name, args }) => {
    const found: unknown = Reflect.get(Object(at), name)
    if (!args) return found
    if (typeof found !== 'function') throw new Error(`There is no ${name} to call`)
    return found.apply(
      at,
      args.map((each) => received(page, each)),
    )
  }, page)

const locatorOf = (page: Page, steps: readonly Step[]) => walk(page, steps) as Locator // the page sends only steps to a locator

const assert = (page: Page, { expect: steps, matcher, isNot, args }: Assertion) =>
  judge(locatorOf(page, steps), { matcher, isNot, args: args.map((each) => received(page, each)) }, expectMs)

async function carryOut(page: Page, order: Order): Promise<unknown> {
  if ('act' in order) return await walk(page, order.act)
  if ('expect' in order) return assert(page, order)
  if ('choose' in order) {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), locatorOf(page, order.choose).press('Enter')])
    return chooser.setFiles(received(page, order.files) as Parameters<typeof chooser.setFiles>[0]) // checked by the page's own types
  }
  const [download] = await Promise.all([page.waitForEvent('download'), locatorOf(page, order.save).press('Enter')])
  return readFile(await download.path(), 'utf8')
}

const pageOf = ({ session: { browser, id } }: Command) => (browser as { getPage(id: string): Page }).getPage(id) // the Playwright launcher

/** Lets the page of a test act on itself as a user does, through Playwright's own page. */
export const personPlugin = () => ({
  name: 'person',
  async executeCommand(request: Command): Promise<Reply | undefined> {
    if (request.command !== 'person') return undefined
    const order = request.payload as Order // sent only by person.ts
    try {
      return { value: await carryOut(pageOf(request), order) }
    } catch (error) {
      return { problem: stripVTControlCharacters(error instanceof Error ? error.message : String(error)) }
    }
  },
})
