import { mkdirSync } from 'node:fs'
import { expect, type Page, test } from 'playwright/test'
import { complaintsOf } from './opening.ts'
import { type PlatformProcess, openPlatform } from './platform-process.ts'

/** Where the journeys leave their pictures. */
export const pictures = new URL('../output/pictures/', import.meta.url).pathname
mkdirSync(pictures, { recursive: true })

/** A platform with nobody's data, which is enough for the gallery, for as long as the tests of a file run. */
export function emptyPlatform(): { readonly origin: string } {
  let platform: PlatformProcess
  test.beforeAll(async () => {
    test.setTimeout(120_000)
    platform = await openPlatform({ empty: true })
  })
  test.afterAll(() => platform?.clear())
  return {
    get origin() {
      return platform.origin
    },
  }
}

/** Every test of the file fails when its page complains: of errors, or of a breach of its own rules. */
export function hearComplaints() {
  let heard: readonly string[] = []
  test.beforeEach(({ page }) => {
    heard = complaintsOf(page)
  })
  test.afterEach(() => expect(heard).toEqual([]))
}

/** The first button of a name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).first()

/** Presses a button as one without a pointer does. */
export const press = (page: Page, name: string | RegExp) => button(page, name).press('Enter')
