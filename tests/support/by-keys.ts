import { expect, type Locator, type Page } from 'playwright/test'

/** More presses than any screen has stops: who needs more is caught in a few of them. */
const stopsMost = 90

/** Where the focus is now, and whether the place that it left looked any different while it was there. */
const standing = (page: Page) =>
  page.evaluate(() => {
    let node = document.activeElement
    while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement
    const near = (one: Element | null | undefined) => [one, one?.parentElement, one?.parentElement?.parentElement]
    // A field and a choice wear the ring on the box around them.
    const ringsOf = (one: Element | null | undefined) =>
      near(one)
        .flatMap((each) => (each ? [getComputedStyle(each)] : []))
        .map(({ outlineStyle, outlineWidth, outlineColor, boxShadow }) => [outlineStyle, outlineWidth, outlineColor, boxShadow].join(' '))
        .join()
    const nameOf = (one: Element) => `${one.localName} ${one.ariaLabel ?? one.textContent?.trim().slice(0, 40)}`
    const last = Reflect.get(globalThis, 'lastStop') as { node: Element; rings: string } | undefined // left here by the stop before
    const isAway = last !== undefined && ![node, document.body].includes(last.node) && last.node.isConnected
    Reflect.set(globalThis, 'lastStop', { node, rings: ringsOf(node) })
    return {
      isNowhere: node === null || node === document.body,
      name: node ? nameOf(node) : '',
      isStuck: node !== document.body && last?.node === node,
      unseen: isAway && ringsOf(last.node) === last.rings ? nameOf(last.node) : undefined,
    }
  })

const hasFocus = (target: Locator) => target.evaluate((node) => node.matches(':focus'))

/** Goes on by Tab, or back by it, until something has the focus: every stop on the way is seen, and none of them keeps it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await target.waitFor()
  await standing(page)
  for (let pressed = 0; !(await hasFocus(target)); pressed += 1) {
    expect(pressed, `Nobody comes to ${target} by ${key}`).toBeLessThan(stopsMost)
    await page.keyboard.press(key)
    const { isStuck, unseen, name } = await standing(page)
    expect(isStuck, `${key} does not leave ${name}`).toBe(false)
    expect(unseen, 'had the focus and did not show it').toBeUndefined()
  }
}

/** What was done has not thrown the focus away: whoever has no pointer goes on from where they were. */
export const keptFocus = (page: Page, how = 'the focus is lost') =>
  expect.poll(async () => (await standing(page)).isNowhere, { message: how }).toBe(false)

/** Types into a field that one has come to, over what stands there. */
export async function typeOver(page: Page, target: Locator, text: string) {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Comes to a button and presses it. */
export async function pressAt(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Opens the way to a file by its button, and chooses one. */
export async function chooseFile(page: Page, target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  // Whoever begins to listen only with the press may be too late to hear it.
  page.on('filechooser', () => undefined)
  await tabTo(page, target)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser', { timeout: 10_000 }), page.keyboard.press('Enter')])
  await chooser.setFiles(file)
}
