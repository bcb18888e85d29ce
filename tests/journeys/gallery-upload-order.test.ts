import { expect, type Page, test } from 'playwright/test'
import { button, emptyPlatform, hearComplaints, press } from '../support/gallery-page.ts'

const platform = emptyPlatform()
hearComplaints()

const open = async (page: Page) => {
  await page.goto(`${platform.origin}/ui/overlays`)
  await button(page, 'With a field').waitFor()
}

test('an ordered list obeys the keys, says what happens, and leaves what is permanent in its place', async ({ page }) => {
  await open(page)
  const list = page.getByRole('list', { name: 'Steps of the template' })
  const order = () => list.getByRole('listitem').evaluateAll((rows) => rows.map((row) => row.dataset.id).join(' '))
  const said = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toHaveCount(1)
  const handle = list.getByRole('button', { name: 'Move Entities', exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  await said('Entities is lifted, place 4 of 6')
  await page.keyboard.press('ArrowUp')
  await said('Entities, place 3 of 6')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await said('Entities can go no further this way')
  await expect.poll(() => order()).toBe('name entities schedule budget targeting review')
  await page.keyboard.press('Escape')
  await said('Entities is back in place 4 of 6')
  await expect.poll(() => order()).toBe('name schedule budget entities targeting review')
  await expect(handle).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await expect.poll(() => order()).toBe('name schedule budget targeting entities review')
  await expect(handle).toBeFocused()
  await expect(list.getByRole('button', { name: /(Move|Remove) (Name|Review)/ })).toHaveCount(0)
  await list.getByRole('button', { name: 'Remove Schedule' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => order()).toBe('name budget targeting entities review')
  await said('Schedule is removed')
})

test('an ordered list obeys a pointer, by dragging and by single presses', async ({ page }) => {
  await open(page)
  const list = page.getByRole('list', { name: 'Steps of the template' })
  await list.scrollIntoViewIfNeeded()
  const order = () => list.getByRole('listitem').evaluateAll((rows) => rows.map((row) => row.dataset.id).join(' '))
  const middle = async (name: string) => {
    const box = await list.getByRole('button', { name, exact: true }).boundingBox()
    return { x: (box?.x ?? 0) + 15, y: (box?.y ?? 0) + 15 }
  }
  const [from, to] = [await middle('Move Entities'), await middle('Move Schedule')]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, to.y - 60, { steps: 12 })
  await page.mouse.up()
  await expect.poll(() => order()).toBe('name entities schedule budget targeting review')
  await page.mouse.move(from.x, to.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y, { steps: 6 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(() => order()).toBe('name entities schedule budget targeting review')
  await list.getByRole('button', { name: 'Move Entities', exact: true }).click()
  await list.getByRole('button', { name: 'Move down' }).click()
  await list.getByRole('button', { name: 'Put down' }).click()
  await expect.poll(() => order()).toBe('name schedule entities budget targeting review')
})

test('files are refused by what is in them, sent, stopped and sent again', async ({ page }) => {
  await open(page)
  const png = Buffer.concat([Buffer.from([0x89, 80, 78, 71, 13, 10, 26, 10]), Buffer.alloc(240_000)])
  const files = page.getByRole('list', { name: 'Creatives' })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose files')])
  await chooser.setFiles([
    { name: 'banner.png', mimeType: 'image/png', buffer: png },
    { name: 'wrong.png', mimeType: 'image/png', buffer: Buffer.from('hello') },
    { name: 'large.csv', mimeType: 'text/csv', buffer: Buffer.alloc(2_100_000, 65) },
    { name: 'fails.csv', mimeType: 'text/csv', buffer: Buffer.from('name,bid\n') },
    { name: 'stopped.csv', mimeType: 'text/csv', buffer: Buffer.from('name,bid\na,1\n') },
  ])
  await press(page, 'Cancel stopped.csv')
  await expect(files.getByText('Its name says PNG, but its content is something else.')).toBeVisible()
  await expect(files.getByText('It is too large. A file may have up to 2 MB.')).toBeVisible()
  await expect(files.getByText('240 kB', { exact: true })).toBeVisible()
  await press(page, 'Send fails.csv again')
  await expect(files.getByText('9 bytes', { exact: true })).toBeVisible()
  await press(page, 'Send stopped.csv again')
  await expect(files.getByText('13 bytes', { exact: true })).toBeVisible()
  await press(page, 'Remove wrong.png')
  await expect(files.getByText('wrong.png')).toBeHidden()
})

test('a file is pasted and dropped', async ({ page }) => {
  await open(page)
  const files = page.getByRole('list', { name: 'Creatives' })
  for (const [type, name] of [
    ['paste', 'pasted.csv'],
    ['drop', 'dropped.csv'],
  ] as const) {
    await button(page, 'Choose files').evaluate(
      (node, [kind, file]) => {
        const data = new DataTransfer()
        data.items.add(new File(['name,bid\n'], file))
        const event =
          kind === 'paste'
            ? new ClipboardEvent(kind, { clipboardData: data, bubbles: true })
            : new DragEvent(kind, { dataTransfer: data, bubbles: true })
        node.dispatchEvent(event)
      },
      [type, name] as const,
    )
    await expect(files.getByText(name)).toBeVisible()
  }
})
