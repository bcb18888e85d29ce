import { inGallery, look, open } from '../support/elements/gallery.ts'
import { choices, closeChoice, isRight, openChoice, overlays, screens } from '../support/elements/looks.ts'
import { describe, it } from '../support/elements/suite.ts'

/** Two cases of the matrix that the audit tests completely. */
const corners = [
  { width: 1440, height: 900, colorScheme: 'light' },
  { width: 360, height: 760, colorScheme: 'dark' },
] as const

describe('looks', () => {
  inGallery()

  for (const screen of screens)
    it(`${screen || 'states'} is accessible wide and light, narrow and dark`, async () => {
      await open(screen)
      for (const corner of corners) {
        await look(corner)
        await isRight()
      }
    })

  for (const name of ['dialog with a field', 'question in a dialog', 'drawer', 'notices above a dialog'] as const)
    it(`${name} is accessible wide and light, narrow and dark`, async () => {
      for (const corner of corners) {
        await open('overlays', corner)
        await overlays[name]()
        await isRight()
      }
    })

  for (const name of ['many chosen', 'options that failed', 'range with a comparison'] as const)
    it(`${name} is accessible wide and light, narrow and dark, when open`, async () => {
      for (const corner of corners) {
        await open('choosing', corner)
        await openChoice(name, choices[name]())
        await isRight()
        await closeChoice()
      }
    })
})
