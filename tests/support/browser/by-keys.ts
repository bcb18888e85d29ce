import type { ElementHandle, Locator, Page } from 'playwright/test'
import { expect } from './expect.ts'

/** More presses than any screen has tab stops. */
const stopsMost = 90

/** The focused element, whether it is the wanted one, and whether the previous one changed its outline while it had the focus. */
const standing = (page: Page, wanted: ElementHandle<HTMLElement | SVGElement> | null = null) =>
  page.evaluate((target) => {
    let node = document.activeElement
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
    const near = (one: Element | null | undefined) => [one, one?.parentElement, one?.parentElement?.parentElement]
    // Fields and comboboxes show the focus ring on the box around them.
    const ringsOf = (one: Element | null | undefined) =>
      near(one)
        .flatMap((each) => (each ? [getComputedStyle(each)] : []))
        .map(({ outlineStyle, outlineWidth, outlineColor, boxShadow }) => [outlineStyle, outlineWidth, outlineColor, boxShadow].join(' '))
        .join()
    const nameOf = (one: Element) => `${one.localName} ${one.ariaLabel ?? one.textContent?.trim().slice(0, 40)}`
    const last = Reflect.get(globalThis, 'lastStop') as { node: Element; rings: string } | undefined // set by the call before
    const isAway = last !== undefined && ![node, document.body].includes(last.node) && last.node.isConnected
    Reflect.set(globalThis, 'lastStop', { node, rings: ringsOf(node) })
    return {
      isWanted: target?.matches(':focus') ?? false,
      isReplaced: target?.isConnected === false,
      isNowhere: node === null || node === document.body,
      name: node ? nameOf(node) : '',
      isStuck: node !== document.body && last?.node === node,
      unseen: isAway && ringsOf(last.node) === last.rings ? nameOf(last.node) : undefined,
    }
  }, wanted)

/** Presses Tab (or Shift+Tab) until the target has the focus; checks that every stop shows its focus and none traps it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await target.waitFor()
  // Finding an element by its role takes longer than a key, so it is found once.
  let wanted = await target.elementHandle()
  let { isWanted } = await standing(page, wanted)
  for (let pressed = 0; !isWanted; pressed += 1) {
    expect(pressed, `${key} does not reach ${target}`).toBeLessThan(stopsMost)
    await page.keyboard.press(key)
    const { isStuck, unseen, name, isReplaced, ...stop } = await standing(page, wanted)
    expect(isStuck, `${key} does not leave ${name}`).toBe(false)
    expect(unseen, 'a focused element without a visible focus').toBeUndefined()
    if (isReplaced) wanted = await target.elementHandle()
    isWanted = isReplaced ? await target.evaluate((node) => node.matches(':focus')) : stop.isWanted
  }
}

/** Checks that an action has not lost the focus, so that a keyboard user can continue from the same element. */
export const keptFocus = (page: Page, how = 'the focus is lost') =>
  expect.poll(async () => (await standing(page)).isNowhere, { message: how }).toBe(false)

/** Tabs to a field and replaces its text. */
export async function typeOver(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Tabs to a button and presses it. */
export async function pressAt(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Opens a file chooser by keyboard and chooses a file. */
export async function chooseFile(page: Page, target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  // The listener is added before the press, because the event could come earlier than `waitForEvent`.
  page.on('filechooser', () => undefined)
  await tabTo(page, target)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser', { timeout: 10_000 }), page.keyboard.press('Enter')])
  await chooser.setFiles(file)
}
