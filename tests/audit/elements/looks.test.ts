import { inGallery, open, pressButton } from '../../support/elements/gallery.ts'
import { choices, closeChoice, colorSchemes, dialogSizes, isRight, openChoice, overlays, screens } from '../../support/elements/looks.ts'
import { describe, it } from '../../support/elements/suite.ts'

const widths = [1440, 768, 360]

describe('looks', () => {
  inGallery()

  for (const colorScheme of colorSchemes)
    for (const width of widths) {
      const corner = { width, height: 760, colorScheme }
      const where = `${width} pixels wide in ${colorScheme}`

      for (const screen of screens)
        it(`${screen || 'states'} is accessible ${where}`, async () => {
          await open(screen, corner)
          await isRight()
        }).timeout(60_000)

      it(`menus and calendars are accessible ${where}`, async () => {
        for (const [name, opener] of Object.entries(choices)) {
          await open('choosing', corner)
          await openChoice(name, opener())
          await isRight()
          await closeChoice()
        }
      }).timeout(120_000)

      it(`overlays are accessible ${where}`, async () => {
        for (const show of Object.values(overlays)) {
          await open('overlays', corner)
          await show()
          await isRight()
        }
      }).timeout(120_000)

      it(`dialogs of every size are accessible ${where}`, async () => {
        for (const size of dialogSizes) {
          await open('overlays', corner)
          await pressButton(size)
          await isRight()
        }
      }).timeout(120_000)
    }
})
