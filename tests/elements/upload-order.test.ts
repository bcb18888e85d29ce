import type { Locator } from 'playwright/test'
import { button, inGallery, open, pressButton } from '../support/elements/gallery.ts'
import { eventually } from '../support/elements/page-parts.ts'
import { chooseFiles, expect, person, press } from '../support/elements/person.ts'
import { describe, it } from '../support/elements/suite.ts'
import { announced } from '../support/elements/table.ts'

async function openScreen() {
  await open('overlays')
  await button('With a field').waitFor()
}

const bytes = (text: string) => new TextEncoder().encode(text)

/** Waits until the rows of a list are in an order. */
const orderOf = (list: Locator) => (order: string) =>
  eventually(async () => {
    const ids = await list.getByRole('listitem').evaluateAll((rows) => rows.map((row) => row.dataset.id).join(' '))
    expect(ids).to.equal(order)
  })

describe('files and ordered lists', () => {
  inGallery()

  it('keys move rows of an ordered list, each step is announced, and fixed rows stay', async () => {
    await openScreen()
    const list = person.getByRole('list', { name: 'Steps of the template' })
    const isOrder = orderOf(list)
    const handle = list.getByRole('button', { name: 'Move Entities', exact: true })
    await handle.focus()
    await press('Space')
    await announced('Entities picked up, position 4 of 6')
    await press('ArrowUp')
    await announced('Entities, position 3 of 6')
    await press('ArrowUp')
    await press('ArrowUp')
    await announced('Entities can’t move further in this direction')
    await isOrder('name entities schedule budget targeting review')
    await press('Escape')
    await announced('Entities returned to position 4 of 6')
    await isOrder('name schedule budget entities targeting review')
    await expect(handle).toBeFocused()
    await press('Space')
    await press('End')
    await press('Space')
    await isOrder('name schedule budget targeting entities review')
    await expect(handle).toBeFocused()
    await expect(list.getByRole('button', { name: /(Move|Remove) (Name|Review)/ })).toHaveCount(0)
    await list.getByRole('button', { name: 'Remove Schedule' }).focus()
    await press('Enter')
    await isOrder('name budget targeting entities review')
    await announced('Schedule removed')
  })

  it('a pointer moves rows of an ordered list by dragging and by single presses', async () => {
    await openScreen()
    const list = person.getByRole('list', { name: 'Steps of the template' })
    await list.scrollIntoViewIfNeeded()
    const isOrder = orderOf(list)
    const middle = async (name: string) => {
      const box = await list.getByRole('button', { name, exact: true }).boundingBox()
      return { x: (box?.x ?? 0) + 15, y: (box?.y ?? 0) + 15 }
    }
    const from = await middle('Move Entities')
    const to = await middle('Move Schedule')
    await person.mouse.move(from.x, from.y)
    await person.mouse.down()
    await person.mouse.move(from.x, to.y - 60, { steps: 12 })
    await person.mouse.up()
    await isOrder('name entities schedule budget targeting review')
    await person.mouse.move(from.x, to.y)
    await person.mouse.down()
    await person.mouse.move(from.x, from.y, { steps: 6 })
    await press('Escape')
    await person.mouse.up()
    await isOrder('name entities schedule budget targeting review')
    await list.getByRole('button', { name: 'Move Entities', exact: true }).click()
    await list.getByRole('button', { name: 'Move down' }).click()
    await list.getByRole('button', { name: 'Drop here' }).click()
    await isOrder('name schedule entities budget targeting review')
  })

  it('files are refused by their content, uploaded, cancelled and uploaded again', async () => {
    await openScreen()
    const png = new Uint8Array(240_008)
    png.set([0x89, 80, 78, 71, 13, 10, 26, 10])
    const files = person.getByRole('list', { name: 'Creatives' })
    await chooseFiles(button('Choose files'), [
      { name: 'banner.png', mimeType: 'image/png', buffer: png },
      { name: 'wrong.png', mimeType: 'image/png', buffer: bytes('hello') },
      { name: 'large.csv', mimeType: 'text/csv', buffer: new Uint8Array(2_100_000).fill(65) },
      { name: 'fails.csv', mimeType: 'text/csv', buffer: bytes('name,bid\n') },
      { name: 'stopped.csv', mimeType: 'text/csv', buffer: bytes('name,bid\na,1\n') },
    ])
    await pressButton('Cancel stopped.csv')
    await expect(files.getByText('The file name says PNG, but the content is a different type.')).toBeVisible()
    await expect(files.getByText('The file is too large. The limit is 2 MB.')).toBeVisible()
    await expect(files.getByText('240 kB', { exact: true })).toBeVisible()
    await pressButton('Retry fails.csv')
    await expect(files.getByText('9 bytes', { exact: true })).toBeVisible()
    await pressButton('Retry stopped.csv')
    await expect(files.getByText('13 bytes', { exact: true })).toBeVisible()
    await pressButton('Remove wrong.png')
    await expect(files.getByText('wrong.png')).toBeHidden()
  })

  it('a file is pasted and dropped to upload', async () => {
    await openScreen()
    const files = person.getByRole('list', { name: 'Creatives' })
    for (const [type, name] of [
      ['paste', 'pasted.csv'],
      ['drop', 'dropped.csv'],
    ] as const) {
      await button('Choose files').evaluate(
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
})
